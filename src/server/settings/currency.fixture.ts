import { defaultSettings } from '#domain/settings/defaults.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openCheckout } from '../orders/orders.fixture.ts'

/** A shop with an owner who chooses its currency. */
export async function openShopOfCurrency(options: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout(options)
  const asOwner = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))

  async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object | string, type?: string) {
    const isSent = payload !== undefined
    const headers = { ...asOwner, ...(isSent && { 'content-type': type ?? 'application/json' }) }
    const answer = await shop.app.inject({ method, url: `/api/${url}`, headers, ...(isSent && { payload }) })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, text: answer.body, ...(isJson && answer.json()) }
  }

  async function choose(code: string, priceBands = defaultSettings.currency.priceBands) {
    const { version } = (await send('GET', 'settings/sections')).data.currency
    return await send('PUT', 'settings/sections/currency', { value: { code, priceBands }, version })
  }

  return { ...shop, send, choose }
}
