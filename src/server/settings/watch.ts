import { setCurrency } from '#domain/money.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { Settings } from '#domain/settings/section.ts'
import { nextMoment, type ShopFrame } from '#domain/settings/shown.ts'
import { nextPublication } from '../content/queries.ts'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { readSettings } from './queries.ts'
import { frameOf, sectionsOfFrame, withPictures } from './shown.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What every page shows of the shop, as this process knows it without asking the database: for pages about errors. */
    shopFrame(): ShopFrame
    /** The same, once the change that this process was told of last is in it: for responses that are cached. */
    latestShopFrame(): Promise<ShopFrame>
    /** The sections that say what belongs to a collection, up to date: while no changes are heard, those of this database. */
    collectionSettings(db: Db): Promise<CollectionSettings>
  }
}

export type CollectionSettings = Pick<Settings, 'catalogue' | 'collections'>

interface Parts {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  /** Called when something of the settings begins or ends by its dates, or a page or a post is published. */
  onMoment(): void
}

const hourMs = 60 * 60_000
const retryMs = 5_000
/** Timers may fire a little before their time. */
const spareMs = 5

/**
 * Knows what every page shows of the shop, and waits for the moments at which an announcement, a hero or a banner begins or ends,
 * or a page or a post is published.
 * @returns `refresh` reads the settings again, and never rejects; call it once at first, and after every change. `refreshed` waits
 * for the reads that have begun, and so do `latestFrame` and `collections` while changes are heard: only then is anything cached
 */
export function watchSettings({ db, clock, log, onMoment }: Parts) {
  let frame = frameOf(defaultSettings, new Map(), clock.now())
  /** As last read; undefined when that failed. */
  let last: CollectionSettings | undefined
  let isListening = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  /** One after the other, so that the last to end has read the latest; one that has not begun serves all who ask for it. */
  function refresh(): Promise<void> {
    next ??= reading.then(() => {
      next = undefined
      return read()
    })
    reading = next
    return next
  }

  async function read(): Promise<void> {
    try {
      const now = clock.now()
      const settings = await readSettings(db, ...sectionsOfFrame)
      last = settings
      setCurrency(settings.currency.code)
      frame = await withPictures(db, settings, now)
      const { announcement, home } = settings
      plan(earlier(nextMoment([announcement, ...home.heroes, ...home.banners], now), await nextPublication(db, now)))
    } catch (err) {
      last = undefined
      if (isClosed) return
      log.warn({ err }, 'the settings could not be read, the shop will try again')
      wait(retryMs, refresh)
    }
  }

  function plan(moment: Date | undefined) {
    const ms = moment ? +moment - +clock.now() + spareMs : Number.POSITIVE_INFINITY
    if (ms > hourMs) wait(hourMs, refresh)
    else
      wait(ms, async () => {
        onMoment()
        await refresh()
      })
  }

  function wait(ms: number, run: () => Promise<void>) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void run(), ms).unref()
  }

  function close() {
    isClosed = true
    clearTimeout(timer)
  }

  return {
    frame: () => frame,

    async latestFrame() {
      if (isListening) await reading
      return frame
    },

    refresh,
    refreshed: () => reading,

    async collections(asked: Db) {
      if (isListening) await reading
      return isListening && last ? last : await readSettings(asked, 'catalogue', 'collections')
    },

    setListening(isNow: boolean) {
      isListening = isNow
    },

    close,
  }
}

const earlier = (one: Date | undefined, other: Date | undefined) =>
  one && other ? (one < other ? one : other) : (one ?? other)
