import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { readablePassword } from '../../auth/readable-password.ts'
import { eraseByEmail } from '../../privacy/erase-deleted-job.ts'
import { disableSecondFactor, promote, setPassword } from '../../users/cli-accounts.ts'
import { CommandFailed, type Options, run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

interface UserOptions extends Options {
  dryRun?: boolean
}

export function userCommands(program: Command, terminal: Terminal): void {
  program
    .command('user:promote')
    .description('make a user an admin, or staff, from their next request on')
    .argument('<email>', 'the e-mail of the account')
    .addOption(new Option('--role <role>', 'what they become').choices(['admin', 'staff']).default('admin'))
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer in JSON')
    .action((email: string, options: UserOptions & { role: 'admin' | 'staff' }) =>
      run(terminal, options, async shop => {
        const changed = await promote(shop, email, options.role, options.dryRun === true)
        const noun = options.role === 'admin' ? 'an admin' : 'staff'
        const done = options.dryRun ? `would become ${noun}` : `is ${noun} now`
        const text = changed ? `${email} ${done}.` : `${email} is ${noun} already.`
        return { text, data: options.dryRun ? { email, wouldChange: changed } : { email, changed } }
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
      run(terminal, options, async shop => {
        const password = options.stdin ? await readPassword(terminal.stdin) : readablePassword()
        await setPassword(shop, email, password, options.dryRun === true)
        const data = { email, changed: !options.dryRun }
        if (options.dryRun) return { text: `${email} would get another password.`, data }
        if (options.stdin) return { text: `${email} has another password now, and is signed out everywhere.`, data }
        const shown = `The password of ${email} is now ${password}\nThis is shown once. They are signed out everywhere.`
        return { text: shown, data: { ...data, password } }
      }),
    )

  program
    .command('user:second-factor-off')
    .description('let a user log in without a code, who has lost the authenticator app and the recovery codes')
    .argument('<email>', 'the e-mail of the account')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer in JSON')
    .action((email: string, options: UserOptions) =>
      run(terminal, options, async shop => {
        const changed = await disableSecondFactor(shop, email, options.dryRun === true)
        const done = options.dryRun ? 'would log in' : 'logs in'
        const text = changed
          ? `${email} ${done} with the password alone. If somebody else may know it, give them another one too.`
          : `${email} has no two-step sign-in.`
        return { text, data: options.dryRun ? { email, wouldChange: changed } : { email, changed } }
      }),
    )

  program
    .command('user:erase')
    .description('erase a person for good: orders and reviews stay without them')
    .argument('<email>', "the e-mail of the account, or of a guest's orders")
    .option('--yes', 'do it; without it only say whether it can be done')
    .option('--json', 'answer in JSON')
    .action((email: string, options: Options & { yes?: boolean }) =>
      run(terminal, options, async shop => {
        await eraseByEmail(shop, email, !options.yes)
        if (options.yes) return { text: `${email} is erased.`, data: { email, erased: true } }
        const text = `${email} can be erased. Nothing has been erased yet, and nothing can undo it: say it again with --yes.`
        return { text, data: { email, erased: false }, bad: true }
      }),
    )
}

async function readPassword(stdin: Readable): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/)
  if (line === '') throw new CommandFailed('The standard input holds no password: put it on its first line.')
  return line
}
