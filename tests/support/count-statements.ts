import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { maxStatements } from './max-statements.ts'

/** The statements of one request, or of one call of `statementsDuring`. */
interface Recording {
  statements: string[]
  /** The recording of the code that sent the request in process; it includes the statements of the request. */
  parent?: Recording
}

const current = new AsyncLocalStorage<Recording>()

/**
 * Counts the statements of every request to every shop in this process, until its response. Begin and commit count, because each
 * is a round trip to the database. Statements of the payment sandbox on its own tables do not count.
 */
subscribe('fastify.initialization', message => count((message as { fastify: FastifyInstance }).fastify))

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } }
  if (connectionParameters.application_name === 'vitrine') note(textOf(args[0]))
  return Reflect.apply(query, this, args)
} as typeof query

const textOf = (query: unknown) => (typeof query === 'string' ? query : String((query as { text?: string }).text))

function note(statement: string): void {
  for (let recording = current.getStore(); recording; recording = recording.parent) recording.statements.push(statement)
}

const excesses: string[] = []

/** Returns the requests that took too many statements since the last call, as sentences. */
export const takeExcesses = (): string[] => excesses.splice(0)

/** Returns the statements of this work and of all requests that it sends. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const recording: Recording = { statements: [] }
  await current.run(recording, work)
  return recording.statements
}

/** Runs work whose statements count for no request. */
export const uncounted = <T>(work: () => T): T => current.exit(work)

function count(app: FastifyInstance): void {
  const recordings = new WeakMap<FastifyRequest, Recording>()

  app.addHook('onRequest', (request, _, done) => {
    const recording = { statements: [], parent: current.getStore() }
    recordings.set(request, recording)
    current.run(recording, done)
  })
  // The bytes of a body arrive in the async context of the connection, which is that of its first request.
  app.addHook('preValidation', (request, _, done) => {
    const recording = recordings.get(request)
    if (recording) current.run(recording, done)
    else done()
  })
  app.addHook('onSend', async request => {
    const { method, routeOptions } = request
    const { statements = [] } = recordings.get(request) ?? {}
    const max = maxStatements(method, routeOptions.url ?? '')
    if (statements.length > max) {
      const took = `${method} ${routeOptions.url} took ${statements.length} statements, it may take ${max}`
      excesses.push(`${took}:\n${statements.join('\n')}`)
    }
  })
}
