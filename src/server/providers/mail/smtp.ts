import { isLoopback } from '../../http/loopback.ts'
import { certificateFault } from '../certificates.ts'
import type { Mailer } from './mailer.ts'
import { messageFrom, nodemailer } from './message.ts'

const patienceMs = 5_000
const deadlineMs = 8_000

/**
 * Sends letters through an SMTP server, each over a connection of its own. On the way to another machine that is TLS, from
 * the start (smtps) or by STARTTLS (smtp): a server without it is sent neither a password nor a letter.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      requireTLS: !isLoopback(url),
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
        const { host } = new URL(url)
        const fault = certificateFault(error, host) ?? (refusesTls(error) ? withoutTls(host) : undefined)
        throw fault ? new Error(fault, { cause: error }) : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const refusesTls = (error: unknown) => {
  const { code, response } = error as { code?: string; response?: string }
  return code === 'ETLS' && response !== undefined
}

const withoutTls = (host: string) =>
  `The mail server ${host} offers no TLS, so it is sent nothing: use smtps:// if it has TLS on a port of its own.`
