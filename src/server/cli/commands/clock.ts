import type { Command } from 'commander'
import { judgeClock } from '#domain/clock-state.ts'
import { confirmClock, findHeartbeat } from '../../jobs/clock-queries.ts'
import { type Options, run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

/** `clock:confirm`: for a machine whose clock neither the payment provider nor NTP can confirm. */
export function clockCommand(program: Command, terminal: Terminal): void {
  program
    .command('clock:confirm')
    .description('say that the clock of this machine is right, so that old data is deleted again')
    .option('--json', 'answer in JSON')
    .action((options: Options) =>
      run(terminal, options, async ({ db, clock }) => {
        const now = clock.now()
        const before = judgeClock(now, await findHeartbeat(db))
        await confirmClock(db, now)
        return {
          text: `It is ${before.now.slice(0, 16).replace('T', ' ')} UTC: the shop goes on from this time.`,
          data: { now: before.now, before: before.state },
        }
      }),
    )
}
