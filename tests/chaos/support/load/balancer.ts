import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const askEveryMs = 250

/** A load balancer for shops on this machine, round-robin. */
export interface Balancer {
  origin: string
  port: number
  /** Whether the shop at this port was ready at the last check. */
  isReady(port: number): boolean
  /** How many requests the shop at this port has not answered yet. */
  underWay(port: number): number
  /** How many requests went to another shop because the first one refused the connection. */
  passedOn(): number
  close(): Promise<void>
}

/**
 * A minimal balancer: it polls every shop's readiness, and retries another shop only when a connection could not be
 * made. Each request has a connection of its own.
 */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const ready = new Map<number, boolean>()
  const busy = new Map<number, number>()
  let turn = 0
  let passedOn = 0
  let isOpen = true

  function inTurn(): number[] {
    turn++
    const all = ports.map((_, n, every) => every[(n + turn) % every.length] ?? 0)
    return [...all.filter(port => ready.get(port)), ...all.filter(port => !ready.get(port))]
  }

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    for (const [n, port] of inTurn().entries()) {
      const socket = await connectTo(port)
      if (!socket) continue
      if (n > 0) passedOn++
      count(port, 1)
      socket.once('close', () => count(port, -1))
      return forward(request, response, socket)
    }
    response.writeHead(502).end()
  }

  const count = (port: number, more: number) => busy.set(port, (busy.get(port) ?? 0) + more)

  async function askRepeatedly(port: number): Promise<void> {
    for (; isOpen; await sleep(askEveryMs)) ready.set(port, await isReady(port))
  }
  const asking = ports.map(askRepeatedly)
  const server = http.createServer((request, response) => void pass(request, response))
  server.keepAliveTimeout = 0 // a keep-alive connection that closes during the next request would look like a fault of the shop
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://localhost:${port}`,
    port,
    isReady: at => ready.get(at) === true,
    underWay: at => busy.get(at) ?? 0,
    passedOn: () => passedOn,
    async close() {
      isOpen = false
      await Promise.all(asking)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** @returns undefined if the port accepts no connection */
function connectTo(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  return new Promise(resolve => socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined)))
}

function forward(request: http.IncomingMessage, response: http.ServerResponse, socket: Socket): void {
  const { method, url: path } = request
  const headers = { ...request.headers, connection: 'close' }
  const asked = http.request({ createConnection: () => socket, method, path, headers })
  asked.on('response', answer => {
    const { connection, 'keep-alive': _, ...rest } = answer.headers
    response.writeHead(answer.statusCode ?? 0, rest)
    answer.on('error', () => response.destroy()).pipe(response)
  })
  asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  request.pipe(asked)
}

const isReady = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const asked = http.get({ port, host: '127.0.0.1', path: '/health/ready', agent: false, timeout: 2_000 })
    asked.on('response', answer => resolve(answer.resume().statusCode === 200))
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(false))
  })
