import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthorized } from './errors.ts'

/** Who may call a route. Until accounts exist, nobody is signed in: all but `anyone` is refused. */
export type Access = 'anyone' | 'signed-in' | 'self' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyInstance {
    /** Every route of the app with who may call it: the source of the generated test matrix. */
    accessTable: { method: string; url: string; access: Access }[]
  }
}

/** Default deny: the app refuses to boot with a route that does not declare who may call it. */
export function registerAccess(app: FastifyInstance): void {
  app.decorate('accessTable', [])
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access
    if (!access) throw new Error(`Route ${method} ${url} does not say who may call it. Add config: { access: ... }.`)
    for (const each of [method].flat()) app.accessTable.push({ method: each, url, access })
  })
  app.addHook('onRequest', async request => {
    if (!mayCall(request)) throw unauthorized()
  })
}

function mayCall(request: FastifyRequest): boolean {
  return request.is404 || request.routeOptions.config.access === 'anyone'
}
