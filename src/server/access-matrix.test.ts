import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { createUser } from '../../tests/support/builders.ts'
import { noLimits } from '../../tests/support/limits.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import type { Access } from './http/access.ts'

const render = async () => ({
  status: 200,
  headers: {},
  body: Buffer.from('A page'),
  nonce: '',
  failure: null,
  cacheTags: undefined,
})
const { app, db } = await testApp({ limits: noLimits, pages: async () => ({ render }) })

/** Creates the possible callers; the addresses name `ada`. */
async function callers() {
  const [ada, other, staff, admin, deleted, demoted] = await Promise.all([
    createUser(db),
    createUser(db),
    createUser(db, { role: 'staff' }),
    createUser(db, { role: 'admin' }),
    createUser(db, { role: 'admin' }),
    createUser(db, { role: 'admin' }),
  ])
  const headers = {
    anonymous: {},
    ada: await signIn(db, ada),
    other: await signIn(db, other),
    staff: await signIn(db, staff),
    admin: await signIn(db, admin),
    deleted: await signIn(db, deleted),
    demoted: await signIn(db, demoted),
  }
  await db.updateTable('user').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', demoted.id).execute()
  return { ada, deleted, headers }
}

type Caller = keyof Awaited<ReturnType<typeof callers>>['headers']
type Verdict = 401 | 403 | 'admitted'

const refusals: Record<Access, Partial<Record<Caller, Verdict>>> = {
  anyone: {},
  'signed-in': { anonymous: 401, deleted: 401 },
  self: { anonymous: 401, deleted: 401, other: 403, staff: 403, admin: 403, demoted: 403 },
  'self or admin': { anonymous: 401, deleted: 401, other: 403, staff: 403, demoted: 403 },
  staff: { anonymous: 401, deleted: 401, ada: 403, other: 403, demoted: 403 },
  admin: { anonymous: 401, deleted: 401, ada: 403, other: 403, staff: 403, demoted: 403 },
}

async function call(method: string, url: string, named: string, headers: Record<string, string>) {
  const path = url.replace(/:\w+/, encodeURIComponent(named)).replace(/:\w+/g, 'x').replace('*', 'nowhere')
  const { statusCode, body } = await app.inject({ method: method as 'GET', url: path, headers })
  expect(statusCode, `${method} ${path}`).toBeLessThan(500)
  const verdict: Verdict = statusCode === 401 || statusCode === 403 ? statusCode : 'admitted'
  return { verdict, message: body.startsWith('{') ? JSON.parse(body).message : body }
}

describe('each address admits exactly its callers:', () => {
  test.each(app.accessTable)('$method $url is for $access', async ({ method, url, access }) => {
    const { ada, headers } = await callers()
    const names = access.startsWith('self') ? [ada.email, ada.email.toUpperCase(), ada.id] : [ada.id]
    for (const named of names) {
      for (const [caller, sent] of Object.entries(headers) as [Caller, Record<string, string>][]) {
        const { verdict } = await call(method, url, named, sent)
        expect(verdict, `${caller} as to ${named}`).toBe(refusals[access][caller] ?? 'admitted')
      }
    }
  })
})

test('staff work on orders, stock and messages', () => {
  const routes = app.accessTable.filter(({ access, method }) => access === 'staff' && method !== 'HEAD')
  expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /api/orders/:id/notes/:noteId",
      "DELETE /api/returns/:id/swap",
      "DELETE /api/shipments/:id",
      "GET /api/contact",
      "GET /api/contact/:id/orders",
      "GET /api/contact/counts",
      "GET /api/orders",
      "GET /api/orders/:id/notes",
      "GET /api/orders/packing",
      "GET /api/orders/packing/counts",
      "GET /api/returns",
      "GET /api/shipments/to-send",
      "GET /api/stock",
      "GET /api/stock/:productId",
      "GET /api/stock/:productId/movements",
      "GET /api/stock/:productId/sold-through",
      "GET /api/stock/deliveries",
      "GET /api/stock/figures",
      "GET /api/stock/lost-demand",
      "GET /api/stock/takes",
      "GET /api/stock/takes/:id",
      "PATCH /api/contact/:id",
      "PATCH /api/orders/:id/checked",
      "PATCH /api/orders/:id/put-back",
      "PATCH /api/orders/update-order-status/:id",
      "PATCH /api/shipments/:id",
      "POST /api/auth/second-factor/begin",
      "POST /api/auth/second-factor/confirm",
      "POST /api/contact/:id/answers",
      "POST /api/orders/:id/notes",
      "POST /api/orders/:id/shipments",
      "POST /api/orders/refund/:id",
      "POST /api/orders/ship",
      "POST /api/returns/:id/arrival",
      "POST /api/returns/:id/close",
      "POST /api/returns/:id/order",
      "POST /api/returns/:id/refuse",
      "POST /api/returns/:id/swap",
      "POST /api/shipments/bulk",
      "POST /api/stock/deliveries",
      "POST /api/stock/find",
      "POST /api/stock/takes",
      "POST /api/stock/takes/:id/end",
      "PUT /api/orders/:id/address",
      "PUT /api/stock/:productId/low-at",
      "PUT /api/stock/counts",
    ]
  `)
})

describe('a refusal does not reveal whether an account exists:', () => {
  const about = app.accessTable.filter(({ access }) => access.startsWith('self'))

  test.each(about)('$method $url', async ({ method, url }) => {
    const { ada, deleted, headers } = await callers()
    for (const caller of ['anonymous', 'other', 'deleted', 'demoted'] as const) {
      const known = await call(method, url, ada.id, headers[caller])
      for (const named of [ada.email, deleted.email, v7(), 'nobody@shop.test', 'x', '%', 'a'.repeat(90)]) {
        // A deleted user counts as unknown, also to themselves.
        expect(await call(method, url, named, headers[caller]), `${caller} as to ${named}`).toEqual(known)
      }
    }
  })
})

describe('a change of rights takes effect with the next request:', () => {
  const enough = 1_000

  /** Returns the statuses of a thousand requests that were sent after the change, amid concurrent requests. */
  async function statusesAfter(change: () => Promise<unknown>, ask: () => Promise<number>) {
    const before: number[] = []
    const after: number[] = []
    let isChanged = false
    async function askRepeatedly() {
      while (after.length < enough) {
        const statuses = isChanged ? after : before
        statuses.push(await ask())
      }
    }
    const asking = Array.from({ length: 8 }, askRepeatedly)
    await expect.poll(() => before.length).toBeGreaterThan(100)
    expect(new Set(before)).toEqual(new Set([200]))
    await change()
    isChanged = true
    await Promise.all(asking)
    return after
  }

  test.each([
    ['a deleted user', { deleted_at: new Date() }, 'self', 401],
    ['a deleted admin', { deleted_at: new Date() }, 'other', 401],
    ['a demoted admin', { role: 'user' as const }, 'other', 403],
  ])('%s is refused 1,000 times of 1,000', async (_, change, whom, refusal) => {
    const [user, other] = [await createUser(db, { role: whom === 'other' ? 'admin' : 'user' }), await createUser(db)]
    const headers = await signIn(db, user)
    const url = `/api/stats/user-stats/${whom === 'self' ? user.id : other.id}`
    const statuses = await statusesAfter(
      () => db.updateTable('user').set(change).where('id', '=', user.id).execute(),
      async () => (await app.inject({ url, headers })).statusCode,
    )
    expect(statuses.length).toBeGreaterThanOrEqual(enough)
    expect(new Set(statuses)).toEqual(new Set([refusal]))
  })
})
