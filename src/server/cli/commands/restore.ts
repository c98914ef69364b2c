import type { Command } from 'commander'
import { type Backup, openBackup } from '../../backups/read-backup.ts'
import { checkPlace, checkRestore, restoreBackup } from '../../backups/restore.ts'
import { type Answer, type Options, run, type Shop } from '../run.ts'
import { fileOf, type Terminal, typedIn } from '../terminal.ts'
import { recoverSince } from './recover-since.ts'
import { restoreFromArchive } from './restore-from-archive.ts'

interface RestoreOptions extends Options {
  dryRun?: boolean
  otherShop?: boolean
  onlyPayments?: boolean
  to?: string
}

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
    .action((name: string | undefined, options: RestoreOptions, command: Command) => {
      if (options.to !== undefined) return restoreFromArchive(terminal, command, { ...options, name })
      if (name === undefined)
        return command.error('Name a backup, or a moment of the archive: restore FILE, or restore --to now.')
      const file = fileOf(name, terminal.env)
      const again = `${typedIn(terminal.env)} restore '${file}'`
      return options.onlyPayments
        ? run(terminal, options, shop => recover(shop, file, again))
        : run<Backup>(
            terminal,
            options,
            (shop, backup) => restore(shop, backup, again, options),
            ({ publicOrigin: origin }) => checkRestore(file, { origin }, { otherShop: false, ...options }),
          )
    })
}

async function restore(shop: Shop, backup: Backup, again: string, { dryRun }: RestoreOptions): Promise<Answer> {
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
  const open = await markOpenOrders(shop)
  const payments = await recoverSince(shop, madeAt, again)
  const text = [
    `The shop of ${timeOf(madeAt)} is restored into ${shop.place}: ${rows} rows and ${files} picture files.`,
    ...(missing > 0 ? [`${missing} picture files had been missing when the backup was made.`] : []),
    ...(leftOut.length > 0 ? [`Left out, for they are not Vitrine's: ${leftOut.join(', ')}.`] : []),
    ...(open > 0
      ? [`${open} orders were not shipped by then and may be so since: check each before you ship it.`]
      : []),
    payments.text,
    'Everybody has to sign in again. Now start the shop.',
  ]
  return {
    text: text.join('\n'),
    data: { ...data, rows, images: files, missingImages: missing, leftOut, ...payments.data },
    bad: payments.bad,
  }
}

/** A backup does not know what happened after it: orders that were open are marked, to be checked before they are shipped. */
async function markOpenOrders({ db, clock }: Shop): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('order')
    .set({ check_since: clock.now() })
    .where('status', 'in', ['pending', 'processing'])
    .where('payment_state', 'in', ['paid', 'review'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const timeOf = (madeAt: string) => `${madeAt.slice(0, 16).replace('T', ' ')} UTC`

async function recover(shop: Shop, file: string, again: string): Promise<Answer> {
  const { madeAt } = (await openBackup(file)).manifest
  return await recoverSince(shop, madeAt, again)
}
