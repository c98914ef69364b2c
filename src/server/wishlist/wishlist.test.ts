import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxWishlist } from '#domain/products/wishlist.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { eraseWishlist } from './queries.ts'

const { app, db } = await testApp()
const url = '/api/wishlist'

/** A user with their own requests. */
async function newUser() {
  const user = await createUser(db)
  const headers = await signIn(db, user)
  const send = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path = '', payload?: object) => {
    const answer = await app.inject({ method, url: url + path, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    user,
    headers,
    send,
    saved: async (): Promise<string[]> => (await send('GET')).body.data.productIds,
    merge: async (productIds: unknown) => await send('POST', '/merge', { productIds }),
  }
}
async function products(many: number): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < many; n++) made.push((await createProduct(db)).id)
  return made
}

test('a user saves products, the last one first, and removes them; twice is once', async () => {
  const ada = await newUser()
  const [hat = '', coat = ''] = await products(2)
  for (const id of [hat, coat, hat, hat.toUpperCase()]) expect((await ada.send('PUT', `/${id}`)).status).toBe(200)
  expect(await ada.saved()).toEqual([coat, hat])
  for (const id of [coat, coat]) expect((await ada.send('DELETE', `/${id}`)).status).toBe(200)
  expect(await ada.saved()).toEqual([hat])
  const { wishlist } = (await app.inject({ url: '/api/auth/my-data', headers: ada.headers })).json()
  expect(wishlist).toEqual([{ name: 'Silk dress', savedAt: expect.any(String) }])
  await db.transaction().execute(tx => eraseWishlist(tx, ada.user.id))
  expect(await ada.saved()).toEqual([])
})

test('only products are saved, and what was taken off sale stays until it is removed', async () => {
  const ada = await newUser()
  const [hat = ''] = await products(1)
  await ada.send('PUT', `/${hat}`)
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', hat).execute()
  for (const path of [`/${crypto.randomUUID()}`, '/x', '/%00', `/${'9'.repeat(5_000)}`, '/..%2Fmerge'])
    expect([400, 404, 414]).toContain((await ada.send('PUT', path)).status)
  expect(await ada.saved()).toEqual([hat])
  await ada.send('DELETE', `/${hat}`)
  expect(await ada.saved()).toEqual([])
})

test('the lists of a browser and of an account become one, however often and however much at once', async () => {
  const ada = await newUser()
  const [a = '', b = '', c = '', gone = ''] = await products(4)
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
  await ada.send('PUT', `/${a}`)
  const sent = [c, b.toUpperCase(), b, gone, 'x', crypto.randomUUID()]
  const answers = await Promise.all([1, 2, 3, 4].map(() => ada.merge(sent)))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.data.productIds).toEqual([c, b, gone, a])
  }
  expect((await ada.merge([])).body.data.productIds).toEqual([c, b, gone, a])
  for (const wrong of ['x', [7], [null], [['x']], Array(101).fill(a), ['x'.repeat(101)], {}])
    expect((await ada.merge(wrong)).status).toBe(400)
  expect(await ada.saved()).toEqual([c, b, gone, a])
})

test('a wishlist holds a hundred: one more is refused, and of two lists the newest stay', async () => {
  const ada = await newUser()
  const all = await products(maxWishlist + 30)
  const [first, rest] = [all.slice(0, maxWishlist - 2), all.slice(maxWishlist - 2)]
  await ada.merge(first)
  const answers = await Promise.all(rest.slice(0, 8).map(id => ada.send('PUT', `/${id}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array(6).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'Your wishlist is full: it holds 100 pieces. Remove one to save another.',
  )
  const saved = await ada.saved()
  expect(saved).toHaveLength(maxWishlist)
  expect((await ada.send('PUT', `/${saved[50]}`)).status).toBe(200)

  const newest = rest.slice(8, 28)
  for (let n = 0; n < 2; n++) {
    await ada.merge(newest)
    expect(await ada.saved()).toEqual([...newest, ...saved.slice(0, 80)])
  }
})

test('a draft cannot be saved, and its name is in nobody’s data', async () => {
  const ada = await newUser()
  const [coat = '', hat = ''] = await products(2)
  await ada.send('PUT', `/${coat}`)
  for (const id of [coat, hat])
    await db
      .updateTable('product')
      .set({ name: 'Secret piece', is_draft: true, deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
  expect((await ada.send('PUT', `/${hat}`)).status).toBe(404)
  expect((await ada.merge([hat, coat])).body.data.productIds).toEqual([coat])
  const own = await app.inject({ url: '/api/auth/my-data', headers: ada.headers })
  expect(own.json().wishlist ?? own.json().data?.wishlist).toMatchObject([{ name: null }])
  expect(own.body).not.toContain('Secret piece')
})

test('who is not signed in has no wishlist here, and nobody sees or changes that of another', async () => {
  const [ada, eve] = [await newUser(), await newUser()]
  const [hat = ''] = await products(1)
  await ada.send('PUT', `/${hat}`)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', `/${hat}`],
    ['DELETE', `/${hat}`],
    ['POST', '/merge'],
  ] as const) {
    const payload = method === 'POST' ? { productIds: [hat] } : undefined
    expect((await app.inject({ method, url: url + path, ...(payload && { payload }) })).statusCode).toBe(401)
  }
  expect(await eve.saved()).toEqual([])
  await eve.send('DELETE', `/${hat}`)
  await eve.merge([])
  expect(await ada.saved()).toEqual([hat])
  const answer = await app.inject({ url, headers: ada.headers })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a product that is gone for good is gone from every wishlist', async () => {
  const ada = await newUser()
  const [hat = ''] = await products(1)
  await ada.send('PUT', `/${hat}`)
  await sql`delete from product where id = ${hat}`.execute(db)
  expect(await ada.saved()).toEqual([])
})
