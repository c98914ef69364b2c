// Ten thousand requests that no honest browser sends, to every route of a real shop, generated from each route's
// schemas.
//   node tests/chaos/input.ts [--seed N]
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { countBrokenRules } from './support/admin.ts'
import { askRaw, exchange, type Outcome } from './support/exchange.ts'
import { findGoods, stock } from './support/goods.ts'
import { atOnce } from './support/load/at-once.ts'
import { nastyMessages } from './support/nasty-requests.ts'
import { requestsTo, type SentRequests } from './support/requests.ts'
import { listRoutes, type Route } from './support/routes.ts'
import * as shop from './support/shop-in-hand.ts'
import { type TrialContext, trial } from './support/trial.ts'

const max = { atOnce: 16, inChunk: 100, grownMb: 50 }
const warmUp = 500
const restMs = 25_000
const { values: options } = parseArgs({ options: { seed: { type: 'string' } }, strict: false })
const seed = Number(options.seed ?? Date.now() % 2 ** 31)

async function tryRequests(trial: TrialContext): Promise<void> {
  const { times, none, atMost, note } = trial
  const routes = await listRoutes()
  const count = times(10_000)
  const outcomes: Outcome[] = []
  const begun = shop.output().length
  note('routes', routes.length)
  note('seed of the requests', seed)

  await send(await requests(routes, times(warmUp), seed - 1)) // what the first request of a kind loads is no leak
  const before = await memoryAtRest(trial)
  let highest = before
  for (let sent = 0; sent < count; sent += max.inChunk) {
    outcomes.push(...(await send(await requests(routes, Math.min(max.inChunk, count - sent), seed + sent))))
    highest = Math.max(highest, memory())
  }
  const messages = await Promise.all(nastyMessages.map(askRaw))

  const tell = (outcome: Outcome) => console.error(JSON.stringify(outcome).slice(0, 2_000))
  const failed = outcomes.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter))
  const unanswered = outcomes.filter(({ status }) => status === 0)
  const telling = outcomes.filter(({ body }) => inside.test(body))
  for (const outcome of [...failed, ...unanswered, ...telling].slice(0, 20)) tell(outcome)
  note('requests sent, 16 at once', outcomes.length)
  const share = (from: number) =>
    Math.round((100 * outcomes.filter(({ status }) => status >= from && status < from + 200).length) / outcomes.length)
  note('of them answered well, and refused', `${share(200)} % and ${share(400)} %`)
  note('turned away for a moment (503)', outcomes.filter(({ status }) => status === 503).length)
  note('messages that are no HTTP', messages.length)
  none('answers of 500', failed.length + messages.filter(answer => /^HTTP\/1\.1 50[^3]/.test(answer)).length)
  none('requests without an answer', unanswered.length)
  none('answers that tell of the inside', telling.length)
  none('failures in the log', shop.output().split('"level":"error"').length - 1)
  const noJson = linesOf(shop.output().slice(begun)).filter(line => !line.startsWith('{'))
  for (const line of noJson.slice(0, 20)) console.error(line)
  none('lines of the log that are no JSON', noJson.length)
  none('crashes', isAlive() ? 0 : 1)
  const after = await memoryAtRest(trial)
  note(
    'memory at rest before, the most meanwhile, and at rest afterwards',
    [before, highest, after].map(mb => `${Math.round(mb)} MB`).join(', '),
  )
  const grown = Math.max(0, after - before)
  if (trial.scale < 1) note('memory not given back', `${Math.round(grown)} MB, without a rest`)
  else atMost('memory not given back', max.grownMb, grown, 'MB')
}

/** Signs of an internal error that was passed on. */
const inside =
  /node_modules|src\/server|\bat \S+ \(|\.ts:\d+|invalid input syntax|syntax error at|relation "|violates [\w -]+ constraint|out of range for type/

const linesOf = (text: string) => text.split('\n').filter(line => line !== '')

async function requests(routes: readonly Route[], count: number, from: number): Promise<SentRequests[]> {
  const goods = await findGoods()
  const request = fc.constantFrom(...routes).chain(route => requestsTo(route, goods))
  return fc.sample(request, { numRuns: count, seed: from })
}

async function send(requests: readonly SentRequests[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await atOnce(max.atOnce, requests, async request => {
    outcomes.push(await exchange(request))
  })
  return outcomes
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid()}/status`, 'utf8'))?.[1]) / 1_024

const isAlive = () => process.kill(shop.pid(), 0)

/** The shop's memory when idle; the short form does not wait for that. */
async function memoryAtRest({ scale }: TrialContext): Promise<number> {
  if (scale === 1) await sleep(restMs)
  return memory()
}

await trial(
  'Whatever is sent to the shop, it answers: never with a failure of its own, and it keeps its memory.',
  async trial => {
    try {
      await shop.start('', {}, shop.startCommand)
      await stock()
      await tryRequests(trial)
      trial.none('rules broken on the Proof page', await countBrokenRules())
    } finally {
      await shop.cleanUp()
    }
  },
)
