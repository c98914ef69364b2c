import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasStaffRights } from '#domain/users/user.ts'
import { adminOnly, forbidden, unauthorized } from '../lib/errors.ts'
import type { Sessions, SignedIn } from './sessions.ts'

/** Who may call a route; `staff` includes admins. For `self` and `self or admin` the first path parameter names the user, by id or by e-mail. */
export type Access = 'anyone' | 'signed-in' | 'self' | 'self or admin' | 'staff' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyInstance {
    /** Every route of the app with its access, from which the test matrix is generated. */
    accessTable: { method: string; url: string; access: Access }[]
  }
}

/** Denies by default: the app does not start with a route that declares no access. */
export function registerAccess(app: FastifyInstance, sessions: Pick<Sessions, 'find'>): void {
  app.decorate('accessTable', [])
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access
    if (!access) throw new Error(`Route ${method} ${url} does not say who may call it. Add config: { access: ... }.`)
    for (const each of [method].flat()) app.accessTable.push({ method: each, url, access })
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || request.routeOptions.config.access === 'anyone') done()
    else authorize(request, reply).then(() => done(), done)
  })

  async function authorize(request: FastifyRequest, reply: FastifyReply) {
    const { access } = request.routeOptions.config
    const caller = await sessions.find(request, reply)
    if (!caller) throw unauthorized()
    if (!mayCall(access, caller, request.params)) {
      throw access === 'admin' || access === 'staff' ? adminOnly() : forbidden()
    }
  }
}

/** The user who calls a route that requires a session. */
export function callerOf({ caller }: FastifyRequest): SignedIn {
  if (!caller) throw unauthorized()
  return caller
}

function mayCall(access: Access | undefined, { id, email, role }: SignedIn, params: unknown): boolean {
  const named = String(Object.values(params as Record<string, string>)[0] ?? '').toLowerCase()
  const isSelf = named === id || named === email.toLowerCase()
  if (access === 'signed-in') return true
  if (access === 'admin') return role === 'admin'
  if (access === 'staff') return hasStaffRights(role)
  if (access === 'self') return isSelf
  return access === 'self or admin' && (isSelf || role === 'admin')
}
