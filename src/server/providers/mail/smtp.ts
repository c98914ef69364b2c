import { certificateFault } from '../certificates.ts'
import type { Mailer } from './mailer.ts'
import { messageFrom, nodemailer } from './message.ts'

const patienceMs = 5_000
const deadlineMs = 8_000

/** Sends letters through an SMTP server, each over a connection of its own. */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      dnsTimeout: patienceMs,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send(letter) {
      transport ??= open()
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<never>((_, reject) => {
        const error = new Error(`The mail server took longer than ${deadlineMs / 1000} s`)
        timer = setTimeout(reject, deadlineMs, error)
      })
      try {
        await Promise.race([(await transport).sendMail(messageFrom(letter, from)), tooLate])
      } catch (error) {
        const fault = certificateFault(error, new URL(url).host)
        throw fault ? new Error(fault, { cause: error }) : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
