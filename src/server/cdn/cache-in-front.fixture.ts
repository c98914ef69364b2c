import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'

interface Purge {
  method: string
  headers: IncomingMessage['headers']
  body: string
  tags: string[]
  atMs: number
}

type Fault = 'refuse' | 'limit' | 'cut' | 'hang'

/** A cache in front of the shop, as another party's server: it takes purges over HTTP, and stores by the headers alone. */
export async function openCacheInFront() {
  const purges: Purge[] = []
  /** What it does wrong with the next purges. */
  const faults: Fault[] = []
  const stored = new Map<string, { tags: string[]; body: string }>()
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function receive(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const part of request) body += part
    const { method = '', headers } = request
    const fault = faults.shift()
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'hang') return
    if (fault) return void response.writeHead(fault === 'limit' ? 429 : 500, { 'Retry-After': '1' }).end()
    const tags = body ? JSON.parse(body).tags : String(headers['surrogate-key']).split(' ')
    purges.push({ method, headers, body, tags, atMs: performance.now() })
    for (const [url, answer] of stored) if (answer.tags.some(tag => tags.includes(tag))) stored.delete(url)
    response.end()
  }

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })

  return {
    url: `http://127.0.0.1:${port}`,
    purges,
    faults,
    tagsSince: (n: number) => new Set(purges.slice(n).flatMap(({ tags }) => tags)),
    /** Resolves once no purge has arrived for longer than the shop waits before it repeats one. */
    async quiet() {
      for (let n = -1; n !== purges.length; await sleep(1_500)) n = purges.length
      return purges.length
    },
    /** Answers as the cache does: from what is stored, else from the shop, whose answer takes `travelMs`. */
    async get(
      shop: { inject(url: string): Promise<Pick<LightMyRequestResponse, 'headers' | 'body'>> },
      url: string,
      travelMs = 0,
    ) {
      const known = stored.get(url)
      if (known) return known.body
      const { headers, body } = await shop.inject(url)
      await sleep(travelMs)
      const isShared = /^max-age=\d+$/.test(String(headers['surrogate-control']))
      if (isShared) stored.set(url, { tags: String(headers['surrogate-key']).split(' '), body })
      return body
    },
  }
}
