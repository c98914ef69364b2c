import type { FastifyInstance } from 'fastify'
import { createUser } from '../../support/builders.ts'
import { askRaw } from '../support/load/raw.ts'
import { spread } from '../support/load/spread.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { deleteUser } from './login.ts'
import { signIn } from './sign-in.ts'

/** Records every route of an app; for `openShop`, before routes are added. */
export function routeBook() {
  const books = new Map<FastifyInstance, string[]>()
  return {
    watch(app: FastifyInstance) {
      const routes: string[] = []
      books.set(app, routes)
      app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map(each => `${each} ${url}`)))
    },
    routesOf: (app: unknown) => books.get(app as FastifyInstance) ?? [],
  }
}

async function callers(shop: OpenShop) {
  const { db } = shop
  const roles = {
    ada: 'user',
    other: 'user',
    staff: 'staff',
    admin: 'admin',
    deleted: 'admin',
    demoted: 'admin',
  } as const
  const users = await Promise.all(
    Object.entries(roles).map(async ([name, role]) => {
      const user = await createUser(db, { role })
      return [name, { user, headers: await signIn(db, user) }] as const
    }),
  )
  const known = Object.fromEntries(users)
  const { ada, deleted, demoted } = known
  if (!ada || !deleted || !demoted) throw new Error('Somebody is missing')
  await deleteUser(shop, deleted.user.id)
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', demoted.user.id).execute()
  const headers: Record<string, Record<string, string>> = { anonymous: {} }
  for (const [name, { headers: sent }] of users) headers[name] = sent
  return { ada: ada.user, headers }
}

/** The users that a route about Ada admits. */
const letIn = {
  anyone: ['anonymous', 'ada', 'other', 'staff', 'admin', 'deleted', 'demoted'],
  'signed-in': ['ada', 'other', 'staff', 'admin', 'demoted'],
  self: ['ada'],
  'self or admin': ['ada', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
}

/** Every route of the app, called by every kind of user. */
export async function tryMatrix(shop: OpenShop, routes: string[], { times, none, note }: TrialContext): Promise<void> {
  const table = shop.app.accessTable
  const declared = new Set(table.map(({ method, url }) => `${method} ${url}`))
  note('routes of the app', new Set(routes).size)
  none('routes that do not say who may call them', routes.filter(route => !declared.has(route)).length)

  let calls = 0
  const wrong: string[] = []
  for (const { method, url, access } of spread(table, times(table.length))) {
    const { ada, headers } = await callers(shop)
    for (const named of access.startsWith('self') ? [ada.id, ada.email, ada.email.toUpperCase()] : [ada.id]) {
      const path = url.replace(/:\w+/, encodeURIComponent(named)).replace(/:\w+/g, 'x').replace('*', 'nowhere')
      for (const [caller, sent] of Object.entries(headers)) {
        const { status } = await askRaw(shop.url, { method, path, headers: sent })
        calls += 1
        const isLetIn = status !== 401 && status !== 403
        if (isLetIn !== letIn[access].includes(caller) || status >= 500)
          wrong.push(`${method} ${path} ${caller}: ${status}`)
      }
    }
  }
  for (const what of wrong.slice(0, 5)) console.error(what)
  note('calls of them by seven kinds of callers', calls)
  none('of these, let in or kept out against the rule', wrong.length)
}

/** Spellings of a path that a careless check and the router could read differently. */
const spellings: ((path: string) => string)[] = [
  path => path,
  path => path.toUpperCase(),
  path => `${path}/`,
  path => `/${path}`,
  path => path.replaceAll('/', '//'),
  path => path.replace('/', '/./'),
  path => path.replace('/', '/x/../'),
  path => path.replace('/', '/x/%2e%2e/'),
  path => path.replace(/[a-z]/, character => `%${character.charCodeAt(0).toString(16)}`),
  path => `/${path.slice(1).replaceAll('/', '%2F')}`,
  path => `/${path.slice(1).replaceAll('/', '%252F')}`,
  path => path.replaceAll('/', '\\'),
  path => `${path};.css`,
  path => `${path}.json`,
  path => `${path}%00`,
  path => `${path}%20`,
  path => `${path}%2f`,
  path => `${path}?.css`,
  path => `${path}%23`,
  path => `${path}/..;/`,
  path => `/health/live/..${path}`,
  path => `/assets/..%2f..${path}`,
  path => `http://localhost${path}`,
  path => path.replace('/', '/%c0%af'),
]

/** Headers that make some servers treat a request differently. */
const pretences: ((path: string, method: string) => { path?: string; headers: Record<string, string> })[] = [
  path => ({ path: '/health/live', headers: { 'x-original-url': path, 'x-rewrite-url': path } }),
  (_, method) => ({
    headers: { 'x-http-method-override': method, 'x-http-method': method, 'x-method-override': method },
  }),
  () => ({
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1;proto=https' },
  }),
  () => ({ headers: { 'x-user-id': '1', 'x-role': 'admin', 'x-forwarded-user': 'admin', 'remote-user': 'admin' } }),
  () => ({ headers: { authorization: 'Basic YWRtaW46YWRtaW4=' } }),
  () => ({ headers: { authorization: 'Bearer null' } }),
  () => ({ headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.' } }),
  () => ({ headers: { cookie: 'token=; role=admin; user={"role":"admin"}' } }),
]

/** Requests non-public routes in every spelling, as a stranger and as another user. */
export async function trySpellings(shop: OpenShop, { times, none, note }: TrialContext): Promise<void> {
  const saved = shop.app.accessTable.filter(({ access, method }) => access !== 'anyone' && method !== 'HEAD')
  let calls = 0
  const answered: string[] = []
  const { ada, headers } = await callers(shop)
  for (const { method, url, access } of spread(saved, times(saved.length))) {
    const path = url.replace(/:\w+/, ada.id).replace(/:\w+/g, 'x')
    const asked = [
      ...spellings.map(spell => ({ path: spell(path), headers: {} })),
      ...pretences.map(pretend => ({ path, ...pretend(path, method) })),
    ]
    for (const who of access === 'signed-in' ? ['anonymous'] : ['anonymous', 'other'])
      for (const { path, headers: more } of asked) {
        const sent = { ...headers[who], ...more }
        const { status, headers: got } = await askRaw(shop.url, { method, path, headers: sent })
        calls += 1
        const isPage = String(got['content-type']).startsWith('text/html') || path === '/health/live'
        if (status >= 500 || (status > 0 && status < 300 && !isPage))
          answered.push(`${method} ${path} ${who}: ${status}`)
      }
  }
  for (const what of answered.slice(0, 5)) console.error(what)
  note('calls of what is not for everybody, in odd spellings and under pretences', calls)
  none('of these, answered', answered.length)
}
