import { afterAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

/** A shop in two processes whose clock stands still until it is moved. */
export async function openScheduledShop(parts: Parameters<typeof testApp>[0] = {}) {
  let now = (Math.ceil(Date.now() / minute) + 10) * minute // whole, after all that a test creates, near the provider's time
  const clock = { now: () => new Date(now) }
  const shop = await testApp({ subscribes: true, limits: noLimits, ...parts, clock })
  const other = await buildApp(shop.shop)
  afterAll(() => other.close())
  /** Signs somebody in for as long as the clock may pass. */
  const signInAs = async (role: 'user' | 'admin') => {
    const headers = await signIn(shop.db, await createUser(shop.db, { role }))
    const at = new Date('2099-01-01') // seen later than now, it is not shortened
    await shop.db.updateTable('session').set({ expires_at: at, seen_at: at }).execute()
    return headers
  }
  const asOwner = await signInAs('admin')

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    at = shop.app,
  ) => {
    const answer = await at.inject({ method, url: `/api/${path}`, headers: asOwner, ...(payload && { payload }) })
    return { status: answer.statusCode, ...answer.json() }
  }
  const create = async (fields: object = {}) => {
    const texts = { name: 'Quartz gown', category: 'dress', color: 'blue', description: 'A gown.', price: 100 }
    const { status, message, data } = await send('POST', 'products/create-product', { ...texts, ...fields })
    if (status !== 201) throw new Error(message)
    return data
  }
  return {
    ...shop,
    ...{ other, clock, asOwner, signInAs, send, create },
    update: (id: string, fields: object) => send('PATCH', `products/update-product/${id}`, fields),
    managed: async (id: string) => (await send('GET', `products/manage/${id}`)).data,
    /** An ISO time so many milliseconds from now. */
    inMs: (ms: number) => new Date(now + ms).toISOString(),
    pass(ms: number) {
      now += ms
    },
  }
}
