import { connect, type Socket } from 'node:net'
import type { Answered } from './open-loop.ts'

export interface Wire {
  ask(bytes: string, due: number): Promise<Answered>
  close(): void
}

/** A request that waits for its answer on a connection. */
interface Waiting {
  due: number
  sent: number
  resolve(answered: Answered): void
}

/** A connection that a killed process was about to accept is never answered. */
const patienceMs = 30_000

const received = Buffer.alloc(65_536)
const nothing = Buffer.alloc(0)
const headEnd = Buffer.from('\r\n\r\n')

/** Connections to a shop that are reused, as many as needed: a client that costs less than the shop's answers. */
export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const idle: Socket[] = []
  const all = new Set<Socket>()
  const waiting = new Map<Socket, Waiting>()
  const begun = performance.now()

  function open(): Socket {
    let head = nothing
    let [status, missing, mayComeBack] = [0, -1, false]
    const read = (size: number) => {
      let bytes = size
      if (missing < 0) {
        head = Buffer.concat([head, received.subarray(0, size)])
        const end = head.indexOf(headEnd)
        if (end < 0) return true
        const text = head.toString('latin1', 0, end)
        status = Number(text.slice(9, 12))
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
        mayComeBack = /\r\nretry-after: [1-9]/i.test(text)
        bytes = head.length - end - 4
        head = nothing
      }
      missing -= bytes
      if (missing > 0) return true
      missing = -1
      answer(socket, status, mayComeBack)
      idle.push(socket)
      return true
    }
    // One buffer for all answers: allocating one for each would cost more than everything else.
    const onread = { buffer: received, callback: read }
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
    all.add(socket)
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      all.delete(socket)
      const at = idle.indexOf(socket)
      if (at >= 0) idle.splice(at, 1)
      answer(socket, 0, false)
    })
    return socket
  }

  function answer(socket: Socket, status: number, mayComeBack: boolean): void {
    const asked = waiting.get(socket)
    if (!asked) return
    waiting.delete(socket)
    const now = performance.now()
    asked.resolve({ status, mayComeBack, at: now - begun, ms: now - asked.sent, late: asked.sent - asked.due })
  }

  return {
    ask: (bytes, due) =>
      new Promise(resolve => {
        const socket = idle.pop() ?? open()
        waiting.set(socket, { due, sent: performance.now(), resolve })
        socket.write(bytes, 'latin1')
      }),
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}
