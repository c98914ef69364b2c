// A server with fixed responses, for comparison: it listens on a free port, which it prints; the path is the number of bytes.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const bodies = new Map<string, Buffer>()
const server = http.createServer(({ url = '' }, response) => {
  let body = bodies.get(url)
  if (!body) {
    body = Buffer.alloc(Number(url.slice(1)), 'x')
    bodies.set(url, body)
  }
  response.writeHead(200, ['Content-Type', 'text/plain', 'Content-Length', String(body.length)]).end(body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
