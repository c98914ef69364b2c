import type { MailContext } from './context.ts'
import { DeliveryError, forgetOld, sendDue } from './outbox.ts'
import { lookForNews } from './queue-admin-digest.ts'

const lookEveryMs = 2_000
const newsEveryMs = 30_000
const forgetEveryMs = 60 * 60_000

interface Log {
  warn(about: object, message: string): void
}

/**
 * Sends letters for as long as the shop runs, a moment after they are due.
 * @returns what ends it, after the letter that is on its way
 */
export function startOutbox(office: MailContext, log: Log): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let newsAt = 0
  let forgetAt = 0
  let running = look()

  async function look() {
    try {
      if (+office.clock.now() >= newsAt) {
        newsAt = +office.clock.now() + newsEveryMs
        await lookForNews(office)
      }
      await sendDue(office, () => !closed)
      if (+office.clock.now() >= forgetAt) {
        await forgetOld(office)
        forgetAt = +office.clock.now() + forgetEveryMs
      }
    } catch (error) {
      log.warn({ err: error }, sentenceFor(error))
    }
    if (!closed) timer = setTimeout(lookAgain, lookEveryMs).unref()
  }

  function lookAgain() {
    running = look()
  }

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      await office.mailer.close?.()
    },
  }
}

const sentenceFor = (error: unknown) =>
  error instanceof DeliveryError ? error.message : 'letters could not be looked after, the shop will try again'
