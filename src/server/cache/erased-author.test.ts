import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { hashPassword } from '../auth/password-hash.ts'

const { app, db, shop } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
const other = await buildApp(shop)
afterAll(() => other.close())

test('an erased person’s name disappears from every cached page and response, in other processes too', async () => {
  const password = 'a silk dress'
  const ada = await createUser(db, { username: 'Wilhelmina', password_hash: await hashPassword(password) })
  const { id } = await createProduct(db)
  await createReview(db, { product_id: id, user_id: ada.id, comment: 'Falls well.' })
  const headers = await signIn(db, ada)
  const addresses = [`/api/products/${id}`, `/shop/${id}`]
  const bodies = (at: typeof app) => Promise.all(addresses.map(async url => (await at.inject(url)).body))
  for (const at of [app, other])
    await expect.poll(async () => (await bodies(at)).every(body => body.includes('Wilhelmina'))).toBe(true)

  const answer = await app.inject({ method: 'POST', url: '/api/auth/erase', payload: { password }, headers })
  expect(answer.statusCode).toBe(200)
  for (const body of await bodies(app)) {
    expect(body).toContain('Deleted user')
    expect(body).toContain('Falls well.')
    expect(body).not.toContain('Wilhelmina')
  }
  await expect.poll(async () => (await bodies(other)).some(body => body.includes('Wilhelmina'))).toBe(false)
})
