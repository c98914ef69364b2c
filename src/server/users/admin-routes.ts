import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { literals } from '#domain/schema.ts'
import { roles, User } from '#domain/users/user.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Accounts } from './accounts.ts'
import { changeRole, deleteUser, findUsers, readUserFilters } from './manage-users.ts'

const ById = Type.Object({ id: Type.String() })
const text = Type.Optional(Type.String())
const admin = { access: 'admin' } as const

const listUsers = {
  summary: 'The users, newest first; X-Total-Count says how many match, of a search up to 10,000',
  querystring: Type.Object({ ...PageQuery, role: text, sort: text }),
  response: { 200: Ok(Type.Array(User)) },
}
const putRole = {
  summary: 'Change the role of a user',
  params: ById,
  body: Type.Object({ role: literals(roles) }),
  response: { 200: Ok(User) },
}
const remove = {
  summary: 'Delete a user; it can be undone',
  params: ById,
  response: { 200: Ok(Deleted) },
}

/** `/api/auth/users`: the accounts, for admins. */
export const adminUserRoutes: FastifyPluginAsyncTypebox<Pick<Accounts, 'db' | 'sessions' | 'clock' | 'ids'>> = async (
  app,
  context,
) => {
  app.get('/', { schema: listUsers, config: admin }, async ({ query }, reply) => {
    const { users, total } = await findUsers(context, { ...readPage(query), ...readUserFilters(query) })
    reply.header(totalHeader, total)
    return ok(users)
  })

  app.put('/:id', { schema: putRole, config: admin }, async request => {
    const user = await changeRole(context, callerOf(request), request.params.id, request.body.role)
    return ok(user, 'User role updated successfully!')
  })

  app.delete('/:id', { schema: remove, config: admin }, async request => {
    const auditId = await deleteUser(context, callerOf(request), request.params.id)
    return ok({ auditId }, 'User deleted successfully!')
  })
}
