import path from 'node:path'
import type { Command } from 'commander'
import { drillNewest, makeBackup } from '../../backups/backup-jobs.ts'
import { backupFolder } from '../../backups/folder.ts'
import type { Db } from '../../db/connection.ts'
import { countBroken } from '../../integrity/check-shop.ts'
import { openClockGuard } from '../../jobs/clock-guard.ts'
import { ShopError } from '../../lib/errors.ts'
import { type Options, run } from '../run.ts'
import { type Terminal, typedIn } from '../terminal.ts'

export function backupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('make a backup of everything, and try whether it can be restored')
    .option('--json', 'answer in JSON')
    .action((options: Options) =>
      run(terminal, options, async shop => {
        const origin = shop.config.publicOrigin
        const inspect = (restored: Db) => countBroken(restored, origin)
        const { archive, dataDir } = shop.config
        const { mayDelete } = openClockGuard({ ...shop, log: { warn: () => undefined } })
        const folder = backupFolder(shop.config)
        const backups = { ...shop, archive, dataDir, origin, folder, inspect, mayDelete }
        const { file: name, ...made } = await makeBackup(backups)
        const file = path.join(backups.folder, name)
        const { drill, drillFailed } = await drillNewest(backups).then(
          facts => ({ drill: facts, drillFailed: undefined }),
          (error: Error) => {
            if (!(error instanceof ShopError)) throw error
            return { drill: undefined, drillFailed: error.message }
          },
        )
        const text = [
          `${file}: ${made.rows} rows and ${made.images} picture files in ${made.bytes} bytes.`,
          ...copyLines(made),
          ...missingLines(made),
          drillFailed ?? 'It has been restored into a database of its own and compared: everything came back.',
          ...brokenLines(drill?.broken ?? 0, typedIn(terminal.env)),
        ]
        return {
          text: text.join('\n'),
          data: { file, ...made, drill: drill ?? { failed: drillFailed } },
          bad: drillFailed !== undefined || made.copyFailed !== undefined,
        }
      }),
    )
}

const brokenLines = (broken: number, typed: string): string[] =>
  broken > 0
    ? [
        `In it, as in the shop, ${broken === 1 ? '1 record breaks' : `${broken} records break`} a rule: ${typed} check names them.`,
      ]
    : []

function copyLines({ copiedTo, copyFailed }: { copiedTo?: string[]; copyFailed?: string }): string[] {
  if (copyFailed) return [`It could not be copied off this machine: ${copyFailed}.`]
  return copiedTo ? [`It is also in ${copiedTo.join(' and ')}.`] : []
}

function missingLines({ missingImages, firstMissing }: { missingImages: number; firstMissing: string[] }): string[] {
  if (missingImages === 0) return []
  const others = missingImages > firstMissing.length ? ' and others' : ''
  return [
    `${missingImages} picture files are missing in the shop, and so in the backup: ${firstMissing.join(', ')}${others}.`,
  ]
}
