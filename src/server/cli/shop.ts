import { Command } from 'commander'
import { releaseOf } from '../start/version.ts'
import { artCommand } from './art.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { exportCommand } from './export.ts'
import { imagesCommand } from './images.ts'
import { importCommand } from './import.ts'
import { mailCommand } from './mail.ts'
import { restoreCommand } from './restore.ts'
import { typed } from './typed.ts'
import { userCommands } from './user.ts'

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
