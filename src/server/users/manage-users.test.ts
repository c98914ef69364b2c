import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#domain/users/user.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { promote } from './cli-accounts.ts'

const clock = movableClock()
const { app, db } = await testApp({ clock })
type Headers = { cookie: string }
let olga: { id: string }
let asOlga: Headers

async function makeAdmin() {
  const user = await createUser(db, { role: 'admin' })
  return { ...user, headers: await signIn(db, user) }
}
beforeAll(async () => {
  const { headers, ...user } = await makeAdmin()
  olga = user
  asOlga = headers
})
beforeEach(async () => {
  await db.deleteFrom('audit').execute()
})

type Method = 'GET' | 'PUT' | 'DELETE'
async function send(method: Method, url: string, payload?: object, headers: Headers = asOlga) {
  const response = await app.inject({ method, url: `/api/auth/users${url}`, payload, headers })
  return { status: response.statusCode, body: response.json(), total: Number(response.headers['x-total-count']) }
}
const setRole = (id: string, role: unknown, headers = asOlga) => send('PUT', `/${id}`, { role }, headers)
const remove = (id: string, headers = asOlga) => send('DELETE', `/${id}`, undefined, headers)
const openAudit = async (headers: Headers) => {
  const { statusCode, cookies } = await app.inject({ url: '/api/audit', headers })
  const token = cookies.find(({ name }) => name === 'token')?.value
  return { status: statusCode, headers: token ? { cookie: `token=${token}` } : undefined }
}
const auditEntries = () => db.selectFrom('audit').select(['action', 'before', 'after']).orderBy('id').execute()
const nobody = '00000000-0000-7000-8000-000000000000'

describe('a role', () => {
  test('counts from the next request on, without a new login', async () => {
    const ada = await createUser(db)
    const asAda = await signIn(db, ada)
    expect((await openAudit(asAda)).status).toBe(403)

    const { status, body } = await setRole(ada.id, 'admin')
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'User role updated successfully!', data: { _id: ada.id, role: 'admin' } })
    expect((await openAudit(asAda)).status).toBe(200)

    await setRole(ada.id, 'user')
    expect((await openAudit(asAda)).status).toBe(403)
    expect(await auditEntries()).toEqual([
      { action: 'change role', before: { role: 'user' }, after: { role: 'admin' } },
      { action: 'change role', before: { role: 'admin' }, after: { role: 'user' } },
    ])
  })

  test('that changes gives the session another token; the old one is valid for one more minute', async () => {
    const ada = await createUser(db)
    const old = await signIn(db, ada)
    await setRole(ada.id, 'admin')
    const answers = await Promise.all(Array.from({ length: 5 }, () => openAudit(old)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const given = answers.flatMap(({ headers }) => headers ?? [])
    expect(given).toHaveLength(1)
    const [renewed = old] = given
    clock.move(61_000)
    expect((await openAudit(old)).status).toBe(401)
    expect((await openAudit(renewed)).status).toBe(200)
    expect((await openAudit(renewed)).headers).toBeUndefined()
  })

  test('that the command line changes replaces the bearer token', async () => {
    const ada = await createUser(db)
    await signIn(db, ada)
    const bearers = () => db.selectFrom('session').select('bearer_hash').where('user_id', '=', ada.id).execute()
    const before = await bearers()
    expect(await promote({ db, clock, ids: randomIds }, ada.email, 'staff', false)).toBe(true)
    expect(await bearers()).not.toEqual(before)
  })

  test('that changes replaces the bearer token, and logging out with the old cookie ends the session', async () => {
    const ada = await createUser(db)
    const old = await signIn(db, ada)
    const before = await db.selectFrom('session').select('bearer_hash').where('user_id', '=', ada.id).execute()
    await setRole(ada.id, 'admin')
    expect(await db.selectFrom('session').select('bearer_hash').where('user_id', '=', ada.id).execute()).not.toEqual(
      before,
    )
    const { headers } = await openAudit(old)
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: old })
    expect((await openAudit(headers ?? old)).status).toBe(401)
  })

  test('that the user already has changes nothing', async () => {
    const ada = await createUser(db)
    expect((await setRole(ada.id, 'user')).status).toBe(200)
    expect((await setRole(olga.id, 'admin')).status).toBe(200)
    expect(await auditEntries()).toEqual([])
  })

  test.each([undefined, null, '', 'root', 'Admin', 1, ['admin'], { role: 'admin' }])('%j is refused', async role => {
    const ada = await createUser(db)
    expect((await setRole(ada.id, role)).status).toBe(400)
  })

  test('of the caller can only be changed by another admin, however the id is written', async () => {
    for (const id of [olga.id, olga.id.toUpperCase()])
      expect(await setRole(id, 'user')).toMatchObject({
        status: 409,
        body: { message: 'You cannot change your own role. Another admin can.' },
      })
  })

  test.each([nobody, 'x', '%00'])('of the unknown user %s is refused', async id => {
    expect([400, 404]).toContain((await setRole(id, 'admin')).status)
  })
})

describe('a deleted user', () => {
  test('cannot do anything from the next request on; their reviews stay under another name', async () => {
    const ada = await createUser(db, { username: 'Ada' })
    const asAda = await signIn(db, ada)
    const dress = await createProduct(db)
    await createReview(db, { user_id: ada.id, product_id: dress.id })
    const { body } = await remove(ada.id)
    expect(body).toMatchObject({ message: 'User deleted successfully!', data: { auditId: expect.any(String) } })
    const own = await app.inject({ url: `/api/orders/${ada.id}`, headers: asAda })
    expect(own.statusCode).toBe(401)
    const { reviews } = (await app.inject(`/api/products/${dress.id}`)).json().data
    expect(reviews).toMatchObject([{ userId: { username: 'Deleted user' } }])
    expect((await send('GET', `?q=${ada.email}`)).body.data).toEqual([])
    expect((await remove(ada.id)).status).toBe(404)
    expect((await setRole(ada.id, 'admin')).status).toBe(404)

    await app.inject({ method: 'POST', url: `/api/admin/undo/${body.data.auditId}`, headers: asOlga })
    expect((await send('GET', `?q=${ada.email}`)).body.data).toMatchObject([{ _id: ada.id }])
    expect((await app.inject({ url: `/api/orders/${ada.id}`, headers: asAda })).statusCode).toBe(401)
  })

  test('is never the caller', async () => {
    for (const id of [olga.id, olga.id.toUpperCase()])
      expect(await remove(id)).toMatchObject({
        status: 409,
        body: { message: 'You cannot delete yourself. Another admin can.' },
      })
  })
})

test('1,000 demotions and deletions of admins by each other always leave one admin', async () => {
  await db.updateTable('user').set({ role: 'user' }).execute()
  for (let round = 0; round < 40; round++) {
    const admins = await Promise.all([makeAdmin(), makeAdmin(), makeAdmin()])
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => {
        const [by, victim] = [admins[n % 3], admins[(n + 1 + (n % 2)) % 3]]
        return n % 4 < 2 ? remove(victim?.id ?? '', by?.headers) : setRole(victim?.id ?? '', 'user', by?.headers)
      }),
    )
    const left = db.selectFrom('user').select('id').where('role', '=', 'admin').where('deleted_at', 'is', null)
    expect(await left.execute()).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status)
    await db.updateTable('user').set({ role: 'user' }).where('role', '=', 'admin').execute()
  }
  await db.updateTable('user').set({ role: 'admin' }).where('id', '=', olga.id).execute()
})

test('the list has the fields of a user and no secret, newest first, searched and filtered page by page', async () => {
  const at = (year: number) => ({ created_at: new Date(Date.UTC(year, 0)), password_hash: '$argon2id$secret' })
  const first = await createUser(db, { ...at(2001), email: 'Grace_H@shop.test', username: 'Grace' })
  const second = await createUser(db, { ...at(2002), email: 'second@grace.test', role: 'admin' })
  const ids = async (query: string) => ((await send('GET', query)).body.data as User[]).map(user => user._id)

  expect((await send('GET', '?q=grace_h')).body.data).toEqual([
    {
      _id: first.id,
      username: 'Grace',
      email: 'Grace_H@shop.test',
      role: 'user',
      profileImage: '',
      bio: '',
      profession: '',
    },
  ])
  expect(await ids('?q=GRACE')).toEqual([second.id, first.id])
  expect(await ids('?q=grace&sort=oldest')).toEqual([first.id, second.id])
  expect(await ids('?q=grace&role=admin')).toEqual([second.id])
  expect(await send('GET', '?q=grace&limit=1&page=2')).toMatchObject({ total: 2, body: { data: [{ _id: first.id }] } })
  expect((await send('GET', '')).total).toBe((await send('GET', '')).body.data.length)
})

test('the list and its changes are only for admins', async () => {
  const ada = await createUser(db)
  const asAda = await signIn(db, ada)
  const calls: [Method, string, object?][] = [
    ['GET', ''],
    ['PUT', `/${ada.id}`, { role: 'admin' }],
    ['DELETE', `/${olga.id}`],
  ]
  for (const [method, url, payload] of calls) {
    expect((await send(method, url, payload, asAda)).status, url).toBe(403)
    expect((await send(method, url, payload, { cookie: '' })).status, url).toBe(401)
  }
})
