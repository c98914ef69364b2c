import { type Command, InvalidArgumentError } from 'commander'
import type { RestoredArchive } from '../../archive/restore-archive.ts'
import { type Backup, openBackup } from '../../backups/read-backup.ts'
import { checkPlace, checkRestore, forgetOldPlace, restoreBackup } from '../../backups/restore.ts'
import { checkMigrated } from '../../db/migrate.ts'
import { openFolder } from '../../images/open-images.ts'
import { openPayments } from '../../payments/open-payments.ts'
import { ProviderUnavailable } from '../../payments/provider.ts'
import { recoverPayments } from '../../payments/recover.ts'
import { loadCurrency } from '../../settings/queries.ts'
import { installShopFunctions } from '../../start/sql-functions.ts'
import { type Answer, type Options, run, type Shop } from '../run.ts'
import { fileOf, type Terminal } from '../terminal.ts'

interface RestoreOptions extends Options {
  dryRun?: boolean
  otherShop?: boolean
  onlyPayments?: boolean
  to?: string
}

const dayMs = 24 * 60 * 60_000

export function restoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .description('bring a shop back from a backup, into an empty place')
    .argument('[file]', 'the backup, such as DATA_DIR/backups/vitrine-2026-11-21T030000Z.tar.zst')
    .option(
      '--to <time>',
      "from the archive instead: the shop as it was at a second of UTC, such as '2026-11-23 14:05', or now",
    )
    .option('--dry-run', 'say whether it could be restored, and restore nothing')
    .option('--other-shop', 'also from a shop with another PUBLIC_ORIGIN')
    .option('--only-payments', 'after a restore: ask the payment provider again for payments newer than the backup')
    .option('--json', 'answer in JSON')
    .action((name: string | undefined, options: RestoreOptions) => {
      if (options.to !== undefined) return restoreFromArchive(terminal, name, options)
      if (name === undefined)
        throw new InvalidArgumentError('Name a backup, or a moment of the archive: restore FILE, or restore --to now.')
      const file = fileOf(name, terminal.env)
      return options.onlyPayments
        ? run(terminal, options, shop => recover(shop, file))
        : run<Backup>(
            terminal,
            options,
            (shop, backup) => restore(shop, backup, options),
            ({ publicOrigin: origin }) => checkRestore(file, { origin }, { otherShop: false, ...options }),
          )
    })
}

async function restore(shop: Shop, backup: Backup, { dryRun }: RestoreOptions): Promise<Answer> {
  await checkPlace(shop)
  const { madeAt, tables } = backup.manifest
  const data = { madeAt, tables: tables.length, restored: !dryRun }
  if (dryRun)
    return {
      text: `The shop of ${timeOf(madeAt)} with ${tables.length} tables would be restored into ${shop.place}.`,
      data,
    }

  const { contents, leftOut } = await restoreBackup(backup, shop)
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0)
  const { files, missing } = contents.images
  const payments = await recoverSince(shop, madeAt)
  const text = [
    `The shop of ${timeOf(madeAt)} is restored into ${shop.place}: ${rows} rows and ${files} picture files.`,
    ...(missing > 0 ? [`${missing} picture files had been missing when the backup was made.`] : []),
    ...(leftOut.length > 0 ? [`Left out, for they are not Vitrine's: ${leftOut.join(', ')}.`] : []),
    payments.text,
    'Everybody has to sign in again. Now start the shop.',
  ]
  return {
    text: text.join('\n'),
    data: { ...data, rows, images: files, missingImages: missing, leftOut, ...payments.data },
    bad: payments.bad,
  }
}

/** Brings the database back from the archive before the shop is opened, then its pictures and its payments. */
function restoreFromArchive(terminal: Terminal, name: string | undefined, options: RestoreOptions): Promise<void> {
  const to = momentOf(options.to ?? '')
  if (to === undefined || name !== undefined || options.dryRun || options.onlyPayments)
    throw new InvalidArgumentError(
      "restore --to takes a moment in UTC, such as '2026-11-23 14:05', or now, and nothing else.",
    )
  return run<RestoredArchive>(
    terminal,
    options,
    async (shop, restored) => afterArchive(shop, restored),
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

async function afterArchive(shop: Shop, restored: RestoredArchive): Promise<Answer> {
  const { copiedAt, changedAt, segments, gap, tookMs } = restored
  await checkMigrated(shop.db)
  await shop.db.transaction().execute(forgetOldPlace)
  const { archive, s3 } = shop.config
  const { openArchive } = await import('../../archive/archive.ts')
  const { restorePictures } = await import('../../archive/pictures.ts')
  const pictures =
    archive && !s3 ? await restorePictures({ archive: await openArchive(archive), images: openFolder(shop.config) }) : 0
  const payments = await recoverSince(shop, changedAt.toISOString())
  const text = [
    `The shop is restored into ${shop.place} as it was at its change of ${secondOf(changedAt)}: the copy of ${secondOf(copiedAt)} and ${segments} segments of the log, in ${Math.ceil(tookMs / 1000)} s; ${pictures} picture files.`,
    ...(gap ? [`The archive has a gap: segment ${gap} is missing, and nothing after it could be brought back.`] : []),
    payments.text,
    'Everybody has to sign in again. Now start the shop.',
  ]
  const data = { ...restored, pictures, ...payments.data }
  return { text: text.join('\n'), data, bad: payments.bad || gap !== undefined }
}

const secondOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const timeOf = (madeAt: string) => `${madeAt.slice(0, 16).replace('T', ' ')} UTC`

async function recover(shop: Shop, file: string): Promise<Answer> {
  const { madeAt } = (await openBackup(file)).manifest
  return await recoverSince(shop, madeAt)
}

/** The restore stays valid when the provider does not answer. */
async function recoverSince(shop: Shop, madeAt: string): Promise<Answer> {
  try {
    const recovered = await askForPayments(shop, new Date(Date.parse(madeAt) - dayMs))
    const { orders, payments, owed, lastInvoice } = recovered
    const text = [
      `From the payment provider: ${orders} orders that the backup did not know, and ${payments} payments or refunds of others.`,
      ...owed.map(
        ({ orderId, name, owed, quantity }) =>
          `Paid, and missing by the stock of the backup: ${owed} of ${quantity} ${name}, in order ${orderId}.`,
      ),
      ...(lastInvoice
        ? [`Invoices go on after ${lastInvoice}: the numbers up to it may have been given after the backup.`]
        : []),
    ]
    return { text: text.join('\n'), data: { recovered } }
  } catch (error) {
    const why = error instanceof ProviderUnavailable ? 'it does not answer' : (error as Error).message
    const text = `What was paid after the backup is not here yet, and no invoice is given, for the payment provider could not be asked (${why}): later type the same again with --only-payments.`
    return { text, data: { recovered: null }, bad: true }
  }
}

async function askForPayments(shop: Shop, since: Date) {
  const { db, clock, ids, config } = shop
  await installShopFunctions(db)
  await loadCurrency(db)
  const payments = await openPayments(config, { ...shop, log: { warn: () => undefined } })
  try {
    return await recoverPayments({ db, payments: payments.provider, clock, ids, origin: config.publicOrigin }, since)
  } finally {
    await payments.close()
  }
}
