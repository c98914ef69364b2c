// A server with public answers like the shop's, each as slow as its path says, to see what Varnish stores of them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Answers `/300` after 300 ms with what it has when it is asked: a later `change` is not in the answer. */
export async function openSlowShop() {
  let version = 1
  let asked = 0
  const server = createServer(async ({ url = '' }, response) => {
    const ms = Number(url.slice(1))
    const body = `version ${version}`
    if (ms > 0) asked += 1
    if (ms > 0) await sleep(ms)
    const forCache = { 'Surrogate-Control': 'max-age=3600', 'Surrogate-Key': 'everything products' }
    response.writeHead(200, { 'Cache-Control': 'public, max-age=0, must-revalidate', ...forCache }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    change() {
      version += 1
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
