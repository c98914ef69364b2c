import type { AddressInfo } from 'node:net'
import type { FastifyPluginAsync } from 'fastify'
import type { Connection } from '../server/db/connection.ts'
import type { Clock } from '../server/lib/clock.ts'
import type { Log } from '../server/lib/log.ts'
import { forgetOldAnswers } from './answers.ts'
import { createApi } from './api.ts'
import { createDisputes } from './disputes.ts'
import { createEvents } from './events.ts'
import type { Faults } from './faults.ts'
import { hostedPages } from './hosted-page/hosted.ts'
import { createLater, type Handlers } from './later.ts'
import { createRefunds } from './refunds.ts'
import { createSessions } from './sessions.ts'
import { openStore, type Secrets, secretsOf } from './store/store.ts'

export interface Sandbox extends Secrets {
  /** The address of its API, on this machine only. */
  host: string
  port: number
  /** The payment page, `/sandbox/pay/:id`. Needs a route access rule named `anyone`. */
  pages: FastifyPluginAsync
  /** The injected faults. They may be changed at any time. */
  faults: Faults
  /** Sets the webhook URL. Events wait until it is set. */
  sendEventsTo(webhookUrl: string): void
  /** Expires sessions and sends events that are due now. A timer does this; a test that moves the clock calls it. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export interface SandboxOptions {
  connection: Connection
  /** The origin at which browsers reach the shop, and so the payment page. */
  origin: string
  /** The faults that are injected from the start. */
  faults: Readonly<Faults>
  clock: Clock
  log: Pick<Log, 'warn'>
}

const maxSleepMs = 60_000
const pauseAfterErrorMs = 1_000

/**
 * A payment provider for trials: it speaks Stripe's HTTP API, shows a payment page and sends signed events, but moves
 * no money. It does not depend on the shop. Sessions and unsent events are stored in a schema of its own, so a kill
 * loses none.
 */
export async function createSandbox({ connection, origin, clock, log, ...options }: SandboxOptions): Promise<Sandbox> {
  const faults = { ...options.faults }
  const store = await openStore(connection)
  const secrets = await secretsOf(store)
  const events = createEvents(store, secrets.webhookSecret, faults, clock, log)
  const sessions = createSessions(store, events, faults, origin, clock)
  const refunds = createRefunds(store, events, faults, clock)
  const disputes = createDisputes(store, events, clock)
  const handlers: Handlers = {
    'refund succeeds later': (query, id) => refunds.end(query, id, true),
    'refund fails later': (query, id) => refunds.end(query, id, false),
    'is disputed': (query, id) => disputes.open(query, id),
    'payment succeeds': (query, id) => sessions.settle(query, id, true),
    'payment fails': (query, id) => sessions.settle(query, id, false),
  }
  const later = createLater(store, events, clock, handlers)
  const api = createApi({ store, sessions, refunds, disputes }, secrets.secretKey, faults)
  await api.listen({ host: '127.0.0.1', port: 0 })
  const { address, port } = api.server.address() as AddressInfo

  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  async function catchUp(): Promise<void> {
    await sessions.expireDue()
    await later.doDue()
    await events.sendDue()
    await forgetOldAnswers(store, clock.now())
  }

  function run(): void {
    again = true
    running ??= runAll().finally(() => {
      running = undefined
    })
  }

  async function runAll(): Promise<void> {
    while (again && !closed) {
      again = false
      const pause = await catchUp().then(timeToNext).catch(complain)
      clearTimeout(timer)
      timer = setTimeout(run, pause).unref()
    }
  }

  async function timeToNext(): Promise<number> {
    const dates = [await events.nextDue(), await sessions.nextExpiry(), await later.nextDue()].filter(
      date => date !== undefined,
    )
    const waits = dates.map(date => +date - +clock.now())
    return Math.max(20, Math.min(maxSleepMs, ...waits))
  }

  function complain(error: unknown): number {
    log.warn({ err: error }, 'the payments sandbox will try again')
    return pauseAfterErrorMs
  }

  events.whenWoken(run)
  run()

  return {
    ...secrets,
    host: address,
    port,
    faults,
    pages: hostedPages(sessions, clock),
    sendEventsTo: events.sendTo,
    async catchUp() {
      run()
      await running // also waits for what the loop has taken already
      await events.recorded()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await api.close()
      await running
      clearTimeout(timer)
      await events.close()
      await store.end()
    },
  }
}
