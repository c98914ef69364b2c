import type { Command } from 'commander'
import { backupFolder } from '../../backups/folder.ts'
import { readConfig } from '../../config/settings.ts'
import { openImages } from '../../images/open-images.ts'
import { systemClock } from '../../lib/clock.ts'
import { type UpgradedDatabase, upgradeDatabase } from '../../start/upgrade-database.ts'
import { CommandFailed, runAlone } from '../run.ts'
import { type Terminal, typedIn } from '../terminal.ts'

/** `database:upgrade`: for a release that brings another major version of PostgreSQL. */
export function databaseCommand(program: Command, terminal: Terminal): void {
  program
    .command('database:upgrade')
    .description("bring the shop's own database to this release's version of PostgreSQL, while the shop is closed")
    .action(() => runAlone(terminal, () => upgrade(terminal)))
}

async function upgrade(terminal: Terminal): Promise<string> {
  const begun = performance.now()
  const stopping = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  terminal.onInterrupt?.(async () => {
    stopping.abort()
    await ended
  })
  try {
    const config = readConfig(terminal.env)
    if (config.databaseUrl)
      throw new CommandFailed(
        'The database of DATABASE_URL is not in DATA_DIR: upgrade it with the tools of its server.',
      )
    const upgraded = await upgradeDatabase({
      ...{ dataDir: config.dataDir, backups: backupFolder(config), origin: config.publicOrigin, clock: systemClock },
      ...{ images: await openImages(config), signal: stopping.signal, env: terminal.env },
    })
    return textOf(upgraded, (performance.now() - begun) / 1_000, typedIn(terminal.env))
  } catch (error) {
    throw stopping.signal.aborted ? new CommandFailed('Stopped. The database is as it was.') : error
  } finally {
    end()
  }
}

const textOf = (
  { from, to, tables, rows, backup, folder, old, leftOut }: UpgradedDatabase,
  seconds: number,
  typed: string,
) =>
  [
    `The database is PostgreSQL ${to} now, and was ${from}: ${tables} tables with ${rows.toLocaleString('en-US')} rows, all compared. It took ${seconds.toFixed(1)} s.`,
    `The backup of which it was made: ${backup}`,
    ...(leftOut.length > 0 ? [`Not Vitrine's, and only in the old database: ${leftOut.join(', ')}.`] : []),
    `The old database is in ${old}. To go back, stop the shop, move ${folder} away and ${old} to ${folder}, and start the release before; what has changed since is not in it.`,
    `Now start the shop. When all is well (${typed} check), delete ${old}.`,
  ].join('\n')
