import type { MayDelete } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import type { MailContext } from './context.ts'
import { DeliveryError, deleteOldMail, sendDue } from './outbox.ts'
import { queueAdminDigest } from './queue-admin-digest.ts'

const sendEveryMs = 2_000
const digestEveryMs = 30_000
const deleteOldEveryMs = 60 * 60_000

/**
 * Sends e-mails while the shop runs, a moment after they are due, and deletes old ones while its clock can be trusted.
 * @returns a handle whose `close` stops the job after the e-mails being sent
 */
export function startOutbox(
  { mayDelete, ...context }: MailContext & { mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  const { clock, mailer } = context
  let digestAt = 0
  let deleteOldAt = 0
  const job = runEvery(
    {
      everyMs: sendEveryMs,
      runsAtStart: true,
      async run(signal) {
        if (+clock.now() >= digestAt) {
          digestAt = +clock.now() + digestEveryMs
          await queueAdminDigest(context)
        }
        await sendDue(context, () => !signal.aborted)
        if (+clock.now() < deleteOldAt) return
        if (await mayDelete()) await deleteOldMail(context)
        deleteOldAt = +clock.now() + deleteOldEveryMs
      },
      messageFor: warningFor,
    },
    log,
  )
  return {
    async close() {
      await job.close()
      await mailer.close?.()
    },
  }
}

const warningFor = (error: unknown) =>
  error instanceof DeliveryError ? error.message : 'e-mails could not be sent, the shop will try again'
