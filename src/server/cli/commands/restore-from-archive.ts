import type { Command } from 'commander'
import { type AppliedLater, applyLater, dropSentConfirmations } from '../../archive/apply-later.ts'
import type { LaterDatabase, RestoredArchive } from '../../archive/restore-archive.ts'
import { kyselyOn, withOwnConnection } from '../../backups/own-connection.ts'
import { forgetOldPlace } from '../../backups/restore.ts'
import type { Db } from '../../db/connection.ts'
import { migrate } from '../../db/migrate.ts'
import { openFolder } from '../../images/open-images.ts'
import { type Answer, type Options, run, type Shop } from '../run.ts'
import { type Terminal, typedIn } from '../terminal.ts'
import { recoverSince } from './recover-since.ts'

/** `restore --to`; the other options belong to a backup. */
interface FromArchive extends Options {
  name?: string
  to?: string
  dryRun?: boolean
  onlyPayments?: boolean
}

/** Brings the database back from the archive before the shop is opened, then its pictures and its payments. */
export function restoreFromArchive(terminal: Terminal, command: Command, options: FromArchive): Promise<void> {
  const to = momentOf(options.to ?? '')
  if (to === undefined || options.name !== undefined || options.dryRun)
    command.error(
      "restore --to takes a moment of the past in UTC, such as '2026-11-23 14:05', or now, and neither a file nor --dry-run.",
    )
  if (options.onlyPayments) {
    if (to === 'now')
      command.error('With --only-payments, --to takes the moment that the restore printed, and not now.')
    return run(terminal, options, shop => recoverSince(shop, to.toISOString(), repeat(terminal, to)))
  }
  return run<RestoredArchive>(
    terminal,
    options,
    async (shop, restored) => afterArchive(terminal, shop, restored),
    async config =>
      (await import('../../archive/restore-archive.ts')).restoreArchive(config, to === 'now' ? undefined : to),
  )
}

/** @returns undefined when the text is no moment of the past */
function momentOf(text: string): Date | 'now' | undefined {
  if (text === 'now') return text
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)Z?$/.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  return +at < Date.now() ? at : undefined
}

const repeat = ({ env }: Terminal, moment: Date) =>
  `${typedIn(env)} restore --to '${secondOf(moment).replace(' UTC', '')}'`

async function afterArchive(
  terminal: Terminal,
  shop: Shop,
  { openLater, ...restored }: RestoredArchive,
): Promise<Answer> {
  const { copiedAt, changedAt, segments, gap, tookMs } = restored
  await migrate(shop.db)
  await shop.db.transaction().execute(forgetOldPlace)
  const pictures = await bringBackPictures(shop)
  const later = await openLater?.()
  try {
    const applied = later && (await applyTail(shop, later))
    const payments = await recoverSince(shop, changedAt.toISOString(), repeat(terminal, changedAt))
    if (later) await inBoth(shop, later, dropSentConfirmations)
    const text = [
      `The shop is restored into ${shop.place} as it was at its change of ${secondOf(changedAt)}: the copy of ${secondOf(copiedAt)} and ${segments} segments of the log, in ${Math.ceil(tookMs / 1000)} s; ${pictures} picture files.`,
      ...(openLater ? [] : ['What was changed after that had not arrived in the archive.']),
      ...(gap ? [`The archive has a gap: segment ${gap} is missing, and nothing after it could be brought back.`] : []),
      ...(applied ? describeLater(applied) : []),
      payments.text,
      'Everybody has to sign in again. Now start the shop.',
    ]
    const data = { ...restored, pictures, applied, ...payments.data }
    return { text: text.join('\n'), data, bad: payments.bad || gap !== undefined }
  } finally {
    await later?.close()
  }
}

async function bringBackPictures({ config }: Shop): Promise<number> {
  if (!config.archive || config.s3) return 0
  const { openArchive } = await import('../../archive/archive.ts')
  const { restorePictures } = await import('../../archive/pictures.ts')
  return await restorePictures({ archive: await openArchive(config.archive), images: openFolder(config) })
}

/** Runs work on the restored shop and on the later one, without the deadlines of visitors' statements. */
const inBoth = <T>(shop: Shop, later: LaterDatabase, work: (db: Db, later: Db) => Promise<T>): Promise<T> =>
  withOwnConnection(shop.connection, ours =>
    withOwnConnection(later.connection, theirs => work(kyselyOn(ours), kyselyOn(theirs))),
  )

const applyTail = (shop: Shop, later: LaterDatabase) =>
  inBoth(shop, later, async (db, end) => {
    await migrate(end)
    return await applyLater(db, end, shop)
  })

/** What an owner calls the rows of a table; the others follow from these. */
const words: Record<string, string> = {
  order: 'orders',
  user: 'accounts',
  product: 'products',
  variant: 'sizes',
  stock_movement: 'changes of stock',
  return: 'returns',
  review: 'reviews',
  contact_message: 'messages',
  discount_code: 'discount codes',
  audit: 'changes by staff',
}

function describeLater({ accounts, erased, notErased, toCheck, older }: AppliedLater): string[] {
  const rows = Object.entries(words).flatMap(([table, word]) => (older[table] ? [`${older[table]} ${word}`] : []))
  return [
    rows.length > 0
      ? `Older than it was, or not there, because it changed after that moment: ${rows.join(', ')}.`
      : 'Nothing had changed after that moment.',
    ...(toCheck.length > 0
      ? [`To be checked before they are shipped: ${toCheck.map(number => `#${number}`).join(', ')}.`]
      : []),
    ...(accounts.length > 0
      ? [`These accounts have their later password, role or second factor: ${accounts.join(', ')}.`]
      : []),
    ...(erased > 0 ? [`${erased} accounts that had been erased since are erased again.`] : []),
    ...notErased.map(reason => `An account could not be erased again: ${reason}`),
  ]
}

const secondOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
