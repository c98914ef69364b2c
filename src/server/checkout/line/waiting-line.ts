import { AsyncResource } from 'node:async_hooks'
import type { PlaceInLine } from '#domain/orders/line.ts'
import { tags } from '../../cache/tags.ts'
import type { Db } from '../../db/connection.ts'
import { findAccounts, type SessionToken } from '../../http/sessions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { busy } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { throttle } from '../../lib/throttle.ts'
import { openLineSpeed } from './estimate.ts'
import { openReach } from './reach.ts'
import { findHolders, findShort, type ShortVariant } from './short.ts'
import { isAnybodyWaiting, type LinePlace, type LineTurn, takeTurn } from './take-turn.ts'

/** A buyer who asks for a checkout while others wait. */
export interface LineRequest {
  /** What stands for a guest, see `guestKeyOf`. */
  guest: string
  /** The text of a guest's cookie, under which their orders are. */
  visitor: string
  idempotencyKey?: string
  /** Of a request that may be an account's. */
  token?: SessionToken
  /** The hash of the network. */
  address: Buffer
  /** What is in the cart. */
  variants: string[]
  /** Whether the cart cannot be bought because of these. */
  isShort(variants: ReadonlyMap<string, ShortVariant>): boolean
}

/** `account` is the id of the buyer's. */
export type LineAnswer =
  /** It is the buyer's turn. `end` gives the place up, unless the buyer has no answer. */
  | { state: 'admitted'; end(isAnswered: boolean): void }
  | { state: 'waits'; line: PlaceInLine; account?: string }
  /** Of something in the cart no piece is free: there is nothing to wait for, and the place is given up. */
  | { state: 'short'; variants: ReadonlyMap<string, ShortVariant>; account?: string }

/** The line of buyers, shared by all processes. It costs nothing while nobody waits. */
export interface WaitingLine {
  /** Whether a buyer who comes now has to ask for a place: somebody waits, as far as this process knows, or there is no room. */
  hasToAsk(): boolean
  /** More ask at this moment than a turn can take. */
  isFull(): boolean
  /** @throws ShopError 503 for one who gets no place, and when the database does not answer */
  ask(request: LineRequest): Promise<LineAnswer>
  /** Takes note of changes that other processes tell: see `Listener.onChange`. */
  hear(changed: string[] | 'all'): void
  /** Looks whether anybody waits, because that may have been missed. */
  look(): void
  load: { length: number; admitted: number }
  close(): Promise<void>
}

interface LineContext {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  /** The limit of the checkouts. */
  slots: Pick<ConcurrencyLimit, 'free' | 'isFull'>
  /** At most so many places for one network. */
  maxOfAddress: number
}

interface Waiting extends LineRequest {
  resolve(answer: LineAnswer): void
  reject(error: Error): void
}

/** A turn begins so long after the one before, and its first buyer waits so long for others. */
const turnMs = 150
const gatherMs = 20
const retryMs = 1_000
/** In each turn. A flood beyond it is refused before it costs anything, and who has a place does not lose it by that. */
const maxAsking = 200
/** Of them so many from one network: one that floods shuts nobody out. */
const maxAskingOfNetwork = 40
/** So many places for one network, at most. */
const maxPlacesOfNetwork = 500
/** The line reads so many variants of a large cart. */
const maxWants = 10

/**
 * Opens this process's part of the line. About seven times a second it tells the database who has asked since its last turn, in one
 * statement for all, and lets in those at the front for whom it has room.
 */
export function openWaitingLine({ db, clock, log, slots, maxOfAddress }: LineContext): WaitingLine {
  const load = { length: 0, admitted: 0 }
  const speed = openLineSpeed(Math.max(1, slots.free()))
  let asking: Waiting[] = []
  let askingOf = new Map<string, number>()
  /** The places that were let in and have no answer yet, with the key of their request. */
  const admitted = new Map<number, string | undefined>()
  let served: number[] = []
  let last = 0
  let turnAt = 0
  const reach = openReach()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  const reportFailure = throttle<unknown>(err => log.warn({ err }, 'the line of buyers could not move on'))

  /** It is no part of the request that begins it. */
  const begin = AsyncResource.bind(() => {
    timer = undefined
    running = turn().finally(() => {
      running = undefined
      if (asking.length > 0 || served.length > 0 || load.length > 0) plan()
    })
  })

  function plan(pauseMs = 0) {
    if (timer || running || isClosed) return
    const due = turnAt + turnMs - performance.now()
    timer = setTimeout(begin, Math.max(gatherMs, pauseMs, due)).unref()
  }

  async function turn(): Promise<void> {
    const [batch, left] = [asking, served]
    asking = []
    askingOf = new Map()
    served = []
    const before = turnAt
    turnAt = performance.now()
    try {
      const tokens = batch.flatMap(({ token }) => token ?? [])
      const accounts = await findAccounts(db, tokens, clock.now())
      const accountOf = ({ token }: LineRequest) => accounts.get(token?.hash ?? '')
      const variants = [...new Set(batch.flatMap(({ variants }) => variants.slice(0, maxWants)))]
      const asked = batch.map(request => ({
        who: accountOf(request) ?? request.guest,
        address: request.address.toString('hex'),
        wants: request.variants.slice(0, maxWants),
      }))
      const [result, short] = await Promise.all([
        takeTurn(db, { asked, served: left, last, maxOfAddress: Math.min(maxOfAddress, maxPlacesOfNetwork) }),
        findShort(db, variants),
      ])
      const blocked = batch.filter(({ isShort }) => isShort(short))
      const buyers = blocked.map(request => ({
        request,
        visitor: accountOf(request) ?? request.visitor,
        idempotencyKey: request.idempotencyKey,
      }))
      const isHolder = await findHolders(db, buyers)
      const told = new Set(buyers.filter(buyer => !isHolder(buyer)).map(({ request }) => request))
      if (load.length === 0) speed.reset()
      else speed.note(load.length - result.remaining, turnAt - before)
      if (load.length === 0) reach.reset()
      load.length = result.length
      last = result.last
      answer(batch, result, { short, told }, accountOf)
    } catch (error) {
      reportFailure(error)
      served.push(...left)
      for (const { reject } of batch) reject(busy(error))
      turnAt += retryMs
    }
  }

  function answer(
    batch: Waiting[],
    { places }: LineTurn,
    { short, told }: { short: ReadonlyMap<string, ShortVariant>; told: ReadonlySet<LineRequest> },
    accountOf: (request: LineRequest) => string | undefined,
  ) {
    const byWho = new Map(places.map(place => [place.who, place]))
    const here = batch
      .map(request => ({ request, account: accountOf(request) }))
      .map(each => ({ ...each, place: byWho.get(each.account ?? each.request.guest) }))
      .toSorted((a, b) => (a.place?.place ?? Infinity) - (b.place?.place ?? Infinity))
    let free = slots.free()
    let waiting = 0
    const window = free + Math.max(speed.ahead(), reach.places())
    const isAtFront = (place: LinePlace) => place.expectedRank <= window
    /** A place lets in one checkout, and the same one once more. */
    const isTaken = ({ place }: LinePlace, { idempotencyKey: key }: LineRequest) =>
      admitted.has(place) && (key === undefined || admitted.get(place) !== key)
    /** Who has no place follows those who have one, when these leave checkouts free. */
    const isNext = (request: LineRequest, place?: LinePlace) =>
      place ? isAtFront(place) && !isTaken(place, request) : reach.places() > 0
    for (const { request, account, place } of here) {
      const end = (isAnswered: boolean) => {
        if (!place) return
        admitted.delete(place.place)
        if (!isAnswered) return
        served.push(place.place)
        plan()
      }
      if (told.has(request)) {
        end(true)
        request.resolve({ state: 'short', variants: short, account })
      } else if (free > 0 && isNext(request, place)) {
        free -= 1
        if (place) admitted.set(place.place, request.idempotencyKey)
        load.admitted += 1
        request.resolve({ state: 'admitted', end })
      } else if (place) {
        waiting += 1
        const { rank } = place
        const line = { place: rank, seconds: isAtFront(place) ? 1 : speed.secondsTo(rank) }
        request.resolve({ state: 'waits', line, account })
      } else request.reject(busy())
    }
    reach.note(free, waiting, performance.now())
  }

  /** A process that starts must not take a turn for nothing. */
  const look = () =>
    void isAnybodyWaiting(db).then(
      isSo => isSo && plan(),
      error => isClosed || reportFailure(error),
    )

  return {
    hasToAsk: () => load.length > 0 || asking.length > 0 || slots.isFull(),
    isFull: () => asking.length >= maxAsking,
    ask(request) {
      const network = request.address.toString('hex')
      const ofNetwork = askingOf.get(network) ?? 0
      if (asking.length >= maxAsking || ofNetwork >= maxAskingOfNetwork || isClosed) return Promise.reject(busy())
      askingOf.set(network, ofNetwork + 1)
      return new Promise((resolve, reject) => {
        asking.push({ ...request, resolve, reject })
        plan()
      })
    },
    hear(changed) {
      if (changed === 'all') look()
      else if (changed.includes(tags.checkoutLine)) plan()
    },
    look,
    load,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      for (const { reject } of asking) reject(busy())
    },
  }
}
