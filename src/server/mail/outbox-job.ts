import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import type { MailContext } from './context.ts'
import { DeliveryError, forgetOld, sendDue } from './outbox.ts'
import { lookForNews } from './queue-admin-digest.ts'

const lookEveryMs = 2_000
const newsEveryMs = 30_000
const forgetEveryMs = 60 * 60_000

/**
 * Sends e-mails for as long as the shop runs, a moment after they are due.
 * @returns what ends it, after the e-mail that is on its way
 */
export function startOutbox(context: MailContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  const { clock, mailer } = context
  let newsAt = 0
  let forgetAt = 0
  const job = runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      async run(signal) {
        if (+clock.now() >= newsAt) {
          newsAt = +clock.now() + newsEveryMs
          await lookForNews(context)
        }
        await sendDue(context, () => !signal.aborted)
        if (+clock.now() < forgetAt) return
        await forgetOld(context)
        forgetAt = +clock.now() + forgetEveryMs
      },
      messageFor: sentenceFor,
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

const sentenceFor = (error: unknown) =>
  error instanceof DeliveryError ? error.message : 'letters could not be looked after, the shop will try again'
