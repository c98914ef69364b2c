import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** How the mail server treats the next e-mails. */
type Behaviour = 'accepts' | 'refuses' | 'hangs' | 'accepts but drops the connection'

/** Recipients that the server refuses, by the local part of the address. */
const refusals: Record<string, [number, string]> = {
  unknown: [550, '5.1.1 No such user'],
  relayed: [554, '5.7.1 Relay access denied'],
  greylisted: [450, '4.2.0 Come back later'],
}

/** The password that the server accepts, for whom logs in. */
const rightPassword = 'silk'

/** A real SMTP server that stores the e-mails it accepts. Its TLS certificate is not trusted. */
export async function openSmtpServer({ offersTls = false } = {}) {
  const emails: { to: string[]; raw: string }[] = []
  const state: { behaviour: Behaviour; asked: number; connections: number } = {
    behaviour: 'accepts',
    asked: 0,
    connections: 0,
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      const isRight = password === rightPassword
      callback(isRight ? null : Object.assign(new Error('5.7.8 Not accepted'), { responseCode: 535 }), { user: 'shop' })
    },
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    logger: false,
    onConnect(_session, callback) {
      state.connections += 1
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      const [responseCode, message] = refusals[address.split('@')[0] ?? ''] ?? []
      callback(message ? Object.assign(new Error(message), { responseCode }) : undefined)
    },
    onData(stream, session, callback) {
      state.asked += 1
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        if (state.behaviour === 'hangs') return
        if (state.behaviour === 'refuses') return callback(Object.assign(new Error('Try later'), { responseCode: 451 }))
        emails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        })
        if (state.behaviour !== 'accepts but drops the connection') return callback()
        for (const each of server.connections) each.close()
      })
    },
  })
  server.on('error', () => undefined) // such as a client that has closed the connection
  const listening = server.listen(0, '127.0.0.1')
  await new Promise(resolve => listening.once('listening', resolve))
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    state,
    async close() {
      for (const each of server.connections) each.close()
      await new Promise<void>(resolve => server.close(resolve))
    },
  }
}

/** Decodes the quoted-printable encoding of a raw e-mail, with plain line ends. */
export const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/\r\n/g, '\n')
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
