import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** What a mail server does with the next e-mails. */
type Mood = 'takes' | 'refuses' | 'hangs' | 'takes but cuts the answer'

/** Recipients that the server refuses, by what stands before the @. */
const refusals: Record<string, [number, string]> = {
  unknown: [550, '5.1.1 No such user'],
  relayed: [554, '5.7.1 Relay access denied'],
  greylisted: [450, '4.2.0 Come back later'],
}

/** A real SMTP server that keeps the e-mails it takes. Its TLS shows a certificate that nobody trusts. */
export async function openSmtpServer({ offersTls = false } = {}) {
  const emails: { to: string[]; raw: string }[] = []
  const state: { mood: Mood; asked: number; connections: number } = { mood: 'takes', asked: 0, connections: 0 }
  const server = new SMTPServer({
    authOptional: true,
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
        if (state.mood === 'hangs') return
        if (state.mood === 'refuses') return callback(Object.assign(new Error('Try later'), { responseCode: 451 }))
        emails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        })
        if (state.mood !== 'takes but cuts the answer') return callback()
        for (const each of server.connections) each.close()
      })
    },
  })
  server.on('error', () => undefined) // a client that gave up
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

/** A raw e-mail with its quoted-printable read, in the lines of a text. */
export const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/\r\n/g, '\n')
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
