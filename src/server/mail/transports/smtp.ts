import { certificateError } from '../../lib/certificates.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { messageFrom, nodemailer } from './message.ts'

const timeoutMs = 5_000
const deadlineMs = 8_000
/** How long a connection waits for the next e-mail: less than mail servers wait. */
const idleMs = 3_000

/**
 * Sends e-mails through an SMTP server, over at most five connections that stay open while there is more to send. Connections to
 * another machine use TLS, from the start (smtps) or by STARTTLS (smtp): a server without it gets neither a password nor an e-mail.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: 5,
      idleTimeout: idleMs,
      requireTLS: !isLoopback(url),
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
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
 * Returns the refusal of one e-mail; undefined when the server accepts none. An unknown recipient is final (RFC 5321 4.2.1: 5yz),
 * a refusal by policy is not (RFC 3463: X.7): it may concern all e-mails, as long as the shop may not send through this server.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, command, responseCode, response = '', message } = error as SmtpError
  const isAboutThisEmail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  if (!isAboutThisEmail || responseCode === serviceCloses) return undefined
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
