import type { Command } from 'commander'
import { type Backup, openBackup } from '../../backups/read-backup.ts'
import { checkPlace, checkRestore, restoreBackup } from '../../backups/restore.ts'
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
}

const dayMs = 24 * 60 * 60_000

export function restoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .description('bring a shop back from a backup, into an empty place')
    .argument('<file>', 'the backup, such as DATA_DIR/backups/vitrine-2026-11-21T030000Z.tar.zst')
    .option('--dry-run', 'say whether it could be restored, and restore nothing')
    .option('--other-shop', 'also from a shop with another PUBLIC_ORIGIN')
    .option('--only-payments', 'after a restore: ask the payment provider again for payments newer than the backup')
    .option('--json', 'answer in JSON')
    .action((name: string, options: RestoreOptions) => {
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
