import { formOf } from '#server/payments/payments.fixture.ts'
import type { OpenShop } from '../shop-in-process.ts'

/**
 * Orders a product with these headers, pays and returns.
 * @param typed changes to the valid fields of the payment page
 */
export async function orderAndPay(
  { url, db }: OpenShop,
  product: string,
  headers: Record<string, string> = {},
  typed: Record<string, string> = {},
) {
  const json = { 'content-type': 'application/json', ...headers }
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const checkout = await post('/api/orders/create-checkout-session', { products: [{ _id: product, quantity: 1 }] })
  const session = (await checkout.json()) as { id: string; url: string }
  const { pathname } = new URL(session.url)
  const payment = await fetch(url + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(typed),
    redirect: 'manual',
  })
  await post('/api/orders/confirm-payment', { session_id: session.id })
  const order = await db
    .selectFrom('order')
    .select(['id', 'order_id'])
    .where('payment_session', '=', session.id)
    .executeTakeFirstOrThrow()
  return { ...order, paymentPage: pathname, isPaid: payment.status === 303 }
}
