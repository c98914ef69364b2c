import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import sharp from 'sharp'
import type { Internet } from './internet.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A picture of one color. */
export const pictureOf = (red: number, { width = 40, height = 50 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 60 } } })
    .png({ compressionLevel: 9 })
    .toBuffer()

/**
 * An internet of one server on this machine: it is every host. Hosts have a public address unless `addresses` says otherwise; it may
 * give another answer each time.
 */
export async function openInternet() {
  const pages = new Map<string, Answer>()
  const addresses = new Map<string, string[] | (() => string[])>()
  const asked: string[] = []
  const connectedTo: string[] = []
  const resolved: string[] = []
  const server = createServer((request, response) => {
    const at = `${request.headers.host}${request.url}`
    asked.push(at)
    const page = pages.get(at)
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const internet: Internet = {
    async resolve(host) {
      resolved.push(host)
      const found = addresses.get(host) ?? ['93.184.216.34']
      return typeof found === 'function' ? found() : found
    },
    connect({ address }) {
      connectedTo.push(address)
      return connect({ host: '127.0.0.1', port })
    },
  }
  return {
    internet,
    port,
    addresses,
    /** The addresses that were asked for, those that were connected to, and the hosts that were resolved. */
    ...{ asked, connectedTo, resolved },
    /** Puts an answer at an address, without https://. */
    serves: (at: string, answer: Answer | Buffer) =>
      pages.set(at, Buffer.isBuffer(answer) ? (_request, response) => response.end(answer) : answer),
    forget() {
      for (const list of [asked, connectedTo, resolved]) list.length = 0
      pages.clear()
      addresses.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

/** Answers with a redirect. */
export const redirectTo =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    response.writeHead(status, { location }).end()
