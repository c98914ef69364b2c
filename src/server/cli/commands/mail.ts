import type { Command } from 'commander'
import { resendUndeliverable } from '../../mail/queries.ts'
import { CommandFailed, type Options, run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

export function mailCommand(program: Command, terminal: Terminal): void {
  program
    .command('mail:resend')
    .description('send e-mails again that could not be delivered; a running shop does it within seconds')
    .argument('[which]', 'the address of a recipient, or the id of an e-mail; without it, all of them')
    .option('--json', 'answer in JSON')
    .action((which: string | undefined, options: Options) =>
      run(terminal, options, async ({ db, clock }) => {
        const queued = await resendUndeliverable(db, clock.now(), which)
        if (which && queued === 0) throw new CommandFailed(`There is no undeliverable e-mail for ${which}.`)
        return { text: textOf(queued), data: { queued } }
      }),
    )
}

function textOf(queued: number): string {
  if (queued === 0) return 'There is no undeliverable e-mail.'
  return queued === 1 ? '1 e-mail is sent again.' : `${queued.toLocaleString('en-US')} e-mails are sent again.`
}
