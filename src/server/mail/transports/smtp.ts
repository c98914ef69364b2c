import { certificateError } from '../../lib/certificates.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { messageFrom, nodemailer } from './message.ts'

const patienceMs = 5_000
const deadlineMs = 8_000
/** A connection waits so long for the next e-mail: less than mail servers wait. */
const idleMs = 3_000

/**
 * Sends e-mails through an SMTP server, over at most five connections that stay open while there is more to send. On the way to another machine that is TLS, from
 * the start (smtps) or by STARTTLS (smtp): a server without it is sent neither a password nor an e-mail.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: 5,
      idleTimeout: idleMs,
      requireTLS: !isLoopback(url),
      dnsTimeout: patienceMs,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send(email) {
      transport ??= open()
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        await (await transport).sendMail({ ...messageFrom(email, from), signal })
      } catch (error) {
        const refusal = error instanceof MailRefused ? error : refusalOf(error)
        if (refusal) throw refusal
        if (signal.aborted) throw new Error(`The mail server took longer than ${deadlineMs / 1000} s`, { cause: error })
        const { host } = new URL(url)
        const reason = certificateError(error, host) ?? (refusesTls(error) ? withoutTls(host) : undefined)
        throw reason ? new Error(reason, { cause: error }) : error
      }
    },

    async close() {
      const opened = await transport
      opened?.close()
    },
  }
}

/**
 * Tells a server that refuses one e-mail from one that takes none. For good is a recipient whom it does not know (RFC 5321
 * 4.2.1: 5yz), not one that its policy refuses (RFC 3463: X.7), such as all of them while we may not send there.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, command, responseCode, response = '', message } = error as SmtpError
  const isOfThisOne = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  if (!isOfThisOne || responseCode === serviceCloses) return undefined
  const isUnknown = command === 'RCPT TO' && (responseCode ?? 0) >= 500 && !/^5\d\d[ -]5\.7\./.test(response)
  const isNoAddress = code === 'EENVELOPE' && responseCode === undefined
  return new MailRefused(response || message, { isFinal: isUnknown || isNoAddress, cause: error })
}

const serviceCloses = 421

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

const refusesTls = (error: unknown) => {
  const { code, response } = error as { code?: string; response?: string }
  return code === 'ETLS' && response !== undefined
}

const withoutTls = (host: string) =>
  `The mail server ${host} offers no TLS, so it is sent nothing: use smtps:// if it has TLS on a port of its own.`
