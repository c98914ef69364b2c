import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { promote, setPassword } from '../users/by-hand.ts'
import { readablePassword } from '../users/readable-password.ts'
import { CommandFailed, type Options, run } from './run.ts'

interface UserOptions extends Options {
  dryRun?: boolean
}

export function userCommands(program: Command): void {
  program
    .command('user:promote')
    .description('make a user an admin, from their next request on')
    .argument('<email>', 'the e-mail of the account')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer in JSON')
    .action((email: string, options: UserOptions) =>
      run(options, async shop => {
        const changed = await promote(shop, email, options.dryRun === true)
        const done = options.dryRun ? 'would become an admin' : 'is an admin now'
        const said = changed ? `${email} ${done}.` : `${email} is an admin already.`
        return { text: said, data: options.dryRun ? { email, wouldChange: changed } : { email, changed } }
      }),
    )

  program
    .command('user:password')
    .description('give a user another password, and sign them out everywhere')
    .argument('<email>', 'the e-mail of the account')
    .option('--stdin', 'read the password from the standard input; without it one is made up and shown once')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer in JSON')
    .action((email: string, options: UserOptions & { stdin?: boolean }) =>
      run(options, async shop => {
        const password = options.stdin ? await readPassword() : readablePassword()
        await setPassword(shop, email, password, options.dryRun === true)
        const data = { email, changed: !options.dryRun }
        if (options.dryRun) return { text: `${email} would get another password.`, data }
        if (options.stdin) return { text: `${email} has another password now, and is signed out everywhere.`, data }
        const shown = `The password of ${email} is now ${password}\nThis is shown once. They are signed out everywhere.`
        return { text: shown, data: { ...data, password } }
      }),
    )
}

async function readPassword(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  if (line === '') throw new CommandFailed('The standard input holds no password: put it on its first line.')
  return line
}
