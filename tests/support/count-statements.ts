import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { maxStatements } from './most-statements.ts'

/** What somebody has asked the database. */
interface Asker {
  statements: string[]
  /** Whoever asks in process for an answer counts what it takes. */
  for?: Asker
}

const asking = new AsyncLocalStorage<Asker>()

/**
 * Counts the statements of every request to every shop in this process, until it is answered; begin and commit are
 * statements, for each is a way to the database and back. What the payment sandbox asks of its own store does not count.
 */
subscribe('fastify.initialization', message => count((message as { fastify: FastifyInstance }).fastify))

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } }
  if (connectionParameters.application_name === 'vitrine') note(textOf(args[0]))
  return Reflect.apply(query, this, args)
} as typeof query

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : String((asked as { text?: string }).text))

function note(statement: string): void {
  for (let asker = asking.getStore(); asker; asker = asker.for) asker.statements.push(statement)
}

const excesses: string[] = []

/** The requests that took too many statements since this was last asked, as sentences. */
export const takeExcesses = (): string[] => excesses.splice(0)

/** The statements that all requests take which are made meanwhile. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const asker: Asker = { statements: [] }
  await asking.run(asker, work)
  return asker.statements
}

/** Runs what asks on nobody's behalf. */
export const uncounted = <T>(work: () => T): T => asking.exit(work)

function count(app: FastifyInstance): void {
  const askers = new WeakMap<FastifyRequest, Asker>()

  app.addHook('onRequest', (request, _, done) => {
    const asker = { statements: [], for: asking.getStore() }
    askers.set(request, asker)
    asking.run(asker, done)
  })
  // Bytes of a body arrive with their connection, not with the request that it began with.
  app.addHook('preValidation', (request, _, done) => {
    const asker = askers.get(request)
    if (asker) asking.run(asker, done)
    else done()
  })
  app.addHook('onSend', async request => {
    const { method, routeOptions } = request
    const { statements = [] } = askers.get(request) ?? {}
    const max = maxStatements(method, routeOptions.url ?? '')
    if (statements.length > max) {
      const took = `${method} ${routeOptions.url} took ${statements.length} statements, it may take ${max}`
      excesses.push(`${took}:\n${statements.join('\n')}`)
    }
  })
}
