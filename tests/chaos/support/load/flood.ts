// A worker thread that sends requests, so that nothing else in the trial delays its requests or its clock.
import { parentPort } from 'node:worker_threads'
import type { Answered, Flood, Flow } from './open-loop.ts'
import { openWire, type Wire } from './wire.ts'

let asked = 0

/** The next request, each from an address of its own. */
function nextOf({ url, path, bodies }: Flood): string {
  const n = asked++
  const body = bodies?.[n % bodies.length]
  const lines = [
    `${body ? 'POST' : 'GET'} ${path.replace('#', String(n))} HTTP/1.1`,
    `Host: localhost:${new URL(url).port}`,
    `Accept: ${body ? 'application/json' : 'text/html'}`,
    `X-Forwarded-For: 11.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

async function closedLoop({ ask }: Wire, flood: Flood, atOnce: number, ms: number): Promise<Answered[]> {
  const answers: Answered[] = []
  const end = performance.now() + ms
  const one = async () => {
    while (performance.now() < end) answers.push(await ask(nextOf(flood), performance.now()))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return answers
}

const nothing = new Int32Array(new SharedArrayBuffer(4))

/**
 * Pauses for a millisecond without receiving answers: a wake-up for each answer would cost the shop's core more than
 * the answers do.
 */
async function pause() {
  Atomics.wait(nothing, 0, 0, 1)
  await new Promise(setImmediate)
}

async function openLoop({ ask }: Wire, flood: Flood, perSecond: number, ms: number): Promise<Answered[]> {
  const begun = performance.now()
  const answers: Promise<Answered>[] = []
  const dueAt = (n: number) => begun + (n / perSecond) * 1000
  for (const all = Math.ceil((perSecond * ms) / 1000); answers.length < all; await pause())
    while (answers.length < all && dueAt(answers.length) <= performance.now())
      answers.push(ask(nextOf(flood), dueAt(answers.length)))
  return await Promise.all(answers)
}

parentPort?.on('message', async ({ flood, flow }: { flood: Flood; flow: Flow }) => {
  const wire = openWire(flood.url)
  const { ms } = flow
  const answers =
    'atOnce' in flow ? await closedLoop(wire, flood, flow.atOnce, ms) : await openLoop(wire, flood, flow.perSecond, ms)
  wire.close()
  parentPort?.postMessage(answers)
})
