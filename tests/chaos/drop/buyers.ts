// A thread of buyers. Each is a browser of its own: it keeps its cookie, and asks again when it was told to, until it knows.
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { card } from '../../../bench/checkout.ts'

export interface Rush {
  url: string
  /** The carts, in turn. */
  carts: { _id: string; variantId?: string }[]
  /** How many come, evenly within so many milliseconds. */
  buyers: number
  withinMs: number
  /** Of the first byte of the addresses, so that those of two threads differ. */
  network: number
  /** Every so manyth buyer who could pay gives up instead. */
  givesUpEvery: number
}

export type End = 'bought' | 'gave up' | 'sold out' | 'held by others' | 'other' | 'no answer'

export interface Shopped {
  end: End
  /** From the first request to the end. */
  tookMs: number
  /** From the beginning of the rush to the end. */
  endedAt: number
  /** How long each answer to a checkout took, by what it said. */
  answers: {
    said: 'place' | 'sold out' | 'held by others' | 'payment page' | 'busy' | 'broken' | 'other'
    ms: number
  }[]
  /** The places that were told, in turn. */
  places: number[]
  /** How often the place grew while the buyer waited. */
  grew: number
  /** Of the first place: how long it should have taken, and how long it took. */
  estimate?: { seconds: number; took: number }
  /** The status and text of an unexpected answer. */
  unexpected?: string
}

export interface Rushed {
  shopped: Shopped[]
  /** How late this thread itself was, 99 of 100 times: a part of the times that it has measured. */
  lateMs: number
}

const patienceMs = 180_000
/** Who is told that others are paying for the last pieces tries again so often. */
const maxMoreTries = 4
const requestMs = 20_000
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity, timeout: requestMs })

interface Answer {
  status: number
  body: string
  cookie?: string
  retrySeconds: number
  ms: number
}

function post(url: string, path: string, body: string, headers: http.OutgoingHttpHeaders): Promise<Answer> {
  const begun = performance.now()
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const fail = () => resolve({ status: 0, body: '', retrySeconds: 1, ms: performance.now() - begun })
    const options = { hostname, port, path, method: 'POST', agent, timeout: requestMs }
    const length = Buffer.byteLength(body)
    const request = http.request(
      { ...options, headers: { host: `localhost:${port}`, 'content-length': length, ...headers } },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', part => {
          text += part
        })
        response.on('error', fail)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text,
            cookie: response.headers['set-cookie']?.[0]?.split(';', 1)[0],
            retrySeconds: Number(response.headers['retry-after'] ?? 1),
            ms: performance.now() - begun,
          }),
        )
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', fail)
    request.end(body)
  })
}

const isHeld = ({ status, body }: Answer) => status === 409 && body.includes('being paid for')
const isSoldOut = ({ status, body }: Answer) => status === 409 && body.includes('"sold_out"')

async function shop({ url, carts, network, givesUpEvery }: Rush, n: number, rushAt: number): Promise<Shopped> {
  const begun = performance.now()
  const cart = carts[n % carts.length]
  const headers: http.OutgoingHttpHeaders = {
    'content-type': 'application/json',
    'idempotency-key': `buyer-${network}-${n}-${rushAt}`,
    'order-key': randomBytes(32).toString('base64url'),
    'x-forwarded-for': `${network}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  }
  const shopped: Shopped = { end: 'no answer', tookMs: 0, endedAt: 0, answers: [], places: [], grew: 0 }
  let triesLeft = maxMoreTries
  let lastPlace = Infinity
  let first: { seconds: number; at: number } | undefined
  const ended = (end: End) => {
    const now = performance.now()
    if (first) shopped.estimate = { seconds: first.seconds, took: (now - first.at) / 1_000 }
    return { ...shopped, end, tookMs: now - begun, endedAt: now - rushAt }
  }
  const note = (said: Shopped['answers'][0]['said'], { ms }: Answer) => shopped.answers.push({ said, ms })

  while (performance.now() - begun < patienceMs) {
    const body = JSON.stringify({ products: [{ ...cart, quantity: 1 }] })
    const answer = await post(url, '/api/orders/create-checkout-session', body, headers)
    if (answer.cookie) headers.cookie = answer.cookie
    if (answer.status === 200) {
      note('payment page', answer)
      const { end, endedAt, tookMs, estimate } = ended('bought')
      const isPaid = await pay(JSON.parse(answer.body).id, n)
      return { ...shopped, end: isPaid === undefined ? 'other' : isPaid ? end : 'gave up', endedAt, tookMs, estimate }
    }
    if (isHeld(answer)) {
      note('held by others', answer)
      lastPlace = Infinity // a new try has a new place
      if (triesLeft-- === 0) return ended('held by others')
      await sleep(8_000 + Math.random() * 4_000)
    } else if (isSoldOut(answer)) {
      note('sold out', answer)
      return ended('sold out')
    } else if (answer.status === 503) {
      const { line } = JSON.parse(answer.body)
      note(line ? 'place' : 'busy', answer)
      if (line) {
        if (line.place > lastPlace) shopped.grew += 1
        lastPlace = line.place
        shopped.places.push(line.place)
        first ??= { seconds: line.seconds, at: performance.now() }
      }
      await sleep((answer.retrySeconds + Math.random() / 2) * 1_000)
    } else if (answer.status === 0) {
      note('broken', answer)
      await sleep(1_000)
    } else {
      note('other', answer)
      shopped.unexpected = `${answer.status} ${answer.body.slice(0, 200)}`
      return ended('other')
    }
  }
  return ended('no answer')

  /** @returns whether it was paid, undefined if that failed */
  async function pay(session_id: string, n: number): Promise<boolean | undefined> {
    await sleep(1_000 + Math.random() * 2_000)
    const json = JSON.stringify({ session_id })
    if (n % givesUpEvery === givesUpEvery - 1) {
      for (let tried = 0; tried < 5; tried++)
        if ((await post(url, '/api/orders/let-go', json, headers)).status === 200) return false
        else await sleep(500)
      return undefined
    }
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    for (let tried = 0; tried < 10; tried++) {
      const { status, body } = await post(url, `/sandbox/pay/${session_id}`, card, form)
      const isPaid = status === 303 || body.includes('You have already paid')
      if (isPaid && (await post(url, '/api/orders/confirm-payment', json, headers)).status === 200) return true
      await sleep(500)
    }
    return undefined
  }
}

parentPort?.on('message', async (rush: Rush) => {
  const rushAt = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const all = Array.from({ length: rush.buyers }, async (_, n) => {
    await sleep((n / rush.buyers) * rush.withinMs)
    return await shop(rush, n, rushAt)
  })
  const shopped = await Promise.all(all)
  delay.disable()
  parentPort?.postMessage({ shopped, lateMs: delay.percentile(99) / 1e6 } satisfies Rushed)
})
