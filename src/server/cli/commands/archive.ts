import type { Command } from 'commander'
import { runAlone } from '../run.ts'
import type { Terminal } from '../terminal.ts'

export function archiveCommands(program: Command, terminal: Terminal): void {
  program
    .command('archive:key')
    .description('make a key for ARCHIVE_KEY; store it off this machine, nothing can be restored without it')
    .action(() => runAlone(terminal, async () => (await import('../../archive/seal.ts')).newKey()))
}
