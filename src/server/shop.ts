import { Command } from 'commander'
import { artCommand } from './commands/art.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { exportCommand } from './commands/export.ts'
import { imagesCommand } from './commands/images.ts'
import { importCommand } from './commands/import.ts'
import { mailCommand } from './commands/mail.ts'
import { restoreCommand } from './commands/restore.ts'
import { typed } from './commands/typed.ts'
import { userCommands } from './commands/user.ts'
import { releaseOf } from './release.ts'

const inOurWords = (text: string) =>
  text
    .replace(
      /^error: command-argument value ('[^']*') is invalid for argument '[^']*'\. Allowed choices are ([^.]+)\./,
      '$1 is none of: $2.',
    )
    .replace(/^error: unknown command (.+)/, `There is no command $1: ${typed} --help lists them.`)
    .replace(/^error: (.)/, (_, first) => first.toUpperCase())

const program = new Command(typed)
  .description('Looks after a Vitrine shop, beside a running one or alone, with its settings.')
  .version(`Vitrine ${releaseOf()}`, '--version', 'tell which release this is')
  .usage('<command> [options]')
  .configureOutput({ outputError: (text, write) => write(inOurWords(text)) })
  .exitOverride(({ exitCode }) => process.exit(exitCode > 0 ? 2 : 0))
userCommands(program)
exportCommand(program)
importCommand(program)
backupCommand(program)
restoreCommand(program)
checkCommand(program)
imagesCommand(program)
mailCommand(program)
artCommand(program)
program.addHelpText('after', '\nExit codes: 0 done, 1 failed or found something bad, 2 called in a wrong way.')
program.parse()
