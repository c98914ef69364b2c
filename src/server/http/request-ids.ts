import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isChange } from '../lib/is-change.ts'

const served = new AsyncLocalStorage<string>()

/** The id of the current request; undefined outside requests. */
export const servedRequest = (): string | undefined => served.getStore()

/** Generates ids that are unique across processes: a random prefix for each process, and a number. */
export function requestIds(): () => string {
  const beginning = randomBytes(5).toString('hex')
  let number = 0
  return () => {
    number += 1
    return `${beginning}-${number.toString(36)}`
  }
}

/** Makes a request's id available to all code that serves it, and returns it to clients that change something. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isChange(request)) reply.header('X-Request-Id', request.id)
    served.run(request.id, done)
  })
}
