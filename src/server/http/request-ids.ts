import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isChange } from '../lib/is-change.ts'

const served = new AsyncLocalStorage<string>()

/** The id of the request that is being served, wherever this is asked; undefined for what no request has asked for. */
export const servedRequest = (): string | undefined => served.getStore()

/** Ids that no two processes give: a random beginning each, and a number. */
export function requestIds(): () => string {
  const beginning = randomBytes(5).toString('hex')
  let number = 0
  return () => {
    number += 1
    return `${beginning}-${number.toString(36)}`
  }
}

/** Lets whatever is done for a request know its id, and tells it to whoever wants something changed. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isChange(request)) reply.header('X-Request-Id', request.id)
    served.run(request.id, done)
  })
}
