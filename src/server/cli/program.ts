import { Command, CommanderError } from 'commander'
import { releaseOf } from '../start/version.ts'
import { archiveCommands } from './commands/archive.ts'
import { artCommand } from './commands/art.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { clockCommand } from './commands/clock.ts'
import { databaseCommand } from './commands/database.ts'
import { exportCommand } from './commands/export.ts'
import { imagesCommand } from './commands/images.ts'
import { importCommand } from './commands/import.ts'
import { mailCommand } from './commands/mail.ts'
import { restoreCommand } from './commands/restore.ts'
import { stockCommands } from './commands/stock.ts'
import { userCommands } from './commands/user.ts'
import { FailureReported } from './run.ts'
import { type Terminal, typedIn } from './terminal.ts'

const defaultWidth = 80

/**
 * Runs one command of the owner to its end.
 * @param args what the owner typed after `npm run shop --`
 * @returns the exit code: 0 done, 1 failed or found something bad, 2 called in a wrong way
 */
export async function runShop(args: string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    await programFor(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof FailureReported) return 1
    if (error instanceof CommanderError) return error.exitCode > 0 ? 2 : 0
    throw error
  }
}

function programFor(terminal: Terminal): Command {
  const typed = typedIn(terminal.env)
  const program = new Command(typed)
    .description('Looks after a Vitrine shop, beside a running one or alone, with its settings.')
    .version(`Vitrine ${releaseOf()}`, '--version', 'tell which release this is')
    .usage('<command> [options]')
    .configureOutput({
      writeOut: text => terminal.stdout.write(text),
      writeErr: text => terminal.stderr.write(text),
      getOutHelpWidth: () => terminal.stdout.columns ?? defaultWidth,
      getErrHelpWidth: () => terminal.stderr.columns ?? defaultWidth,
      outputError: (text, write) => write(inOurWords(text, typed)),
    })
    .exitOverride()
  userCommands(program, terminal)
  exportCommand(program, terminal)
  importCommand(program, terminal)
  backupCommand(program, terminal)
  restoreCommand(program, terminal)
  archiveCommands(program, terminal)
  checkCommand(program, terminal)
  clockCommand(program, terminal)
  databaseCommand(program, terminal)
  imagesCommand(program, terminal)
  mailCommand(program, terminal)
  stockCommands(program, terminal)
  artCommand(program, terminal)
  return program.addHelpText('after', '\nExit codes: 0 done, 1 failed or found something bad, 2 called in a wrong way.')
}

const inOurWords = (text: string, typed: string) =>
  text
    .replace(
      /^error: command-argument value ('[^']*') is invalid for argument '[^']*'\. Allowed choices are ([^.]+)\./,
      '$1 is none of: $2.',
    )
    .replace(/^error: unknown command (.+)/, `There is no command $1: ${typed} --help lists them.`)
    .replace(/^error: (.)/, (_, first) => first.toUpperCase())
