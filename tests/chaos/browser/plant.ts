import { productColumns } from '#domain/products/product-import.ts'
import { createUser } from '../../support/builders.ts'
import { signIn } from '../../support/sign-in.ts'
import { orderAndPay } from '../support/payments/order.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { Payload } from './payloads.ts'

/** The pages that show a payload after it was typed into every field that accepts it. */
export interface Planted extends Payload {
  customer: Awaited<ReturnType<typeof createUser>>
  product: string
  importId: string
  /** The order's payment page and the order's own page. */
  paymentPage: string
  orderPage: string
}

/** Types payloads into the fields of the shop, through its API. */
export function planter(shop: OpenShop, admin: { cookie: string }) {
  const taken = new Map<string, number>()
  const refused = new Map<string, number>()

  async function send(method: string, path: string, body: object | string, headers: Record<string, string>) {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const response = await fetch(shop.url + path, {
      method,
      headers: { 'content-type': type, ...headers },
      body: method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { isTaken: response.ok, answer: await response.json() }
  }

  /** Types into one field and gives the others harmless values; a rejection is fine. */
  async function type(field: string, method: string, path: string, body: object | string, headers = {}) {
    const { isTaken, answer } = await send(method, path, body, headers)
    count(isTaken, field)
    return isTaken ? answer : undefined
  }

  function count(isTaken: boolean, field: string) {
    const counts = isTaken ? taken : refused
    counts.set(field, (counts.get(field) ?? 0) + 1)
  }

  async function plantOrder({ text }: Payload, product: string, customer: { cookie: string }) {
    const all = { name: text, line1: text, line2: text, city: text, state: text, postal_code: text, card_name: text }
    const typed = { ...all, email: `${text.replace(/\s/g, '/')}@x.test` }
    const { id, order_id, paymentPage, isPaid } = await orderAndPay(shop, product, customer, typed)
    count(isPaid, 'delivery address')
    await send('PATCH', `/api/orders/update-order-status/${id}`, { status: 'shipped' }, admin)
    return { paymentPage, orderPage: `/orders/${order_id}` }
  }

  /** Types one payload into every field, as a customer or as the owner. */
  async function plant(payload: Payload): Promise<Planted> {
    const { n, text } = payload
    const customer = await createUser(shop.db, { username: `Ada ${n}`, email: `${n}@shop.test` })
    const asCustomer = await signIn(shop.db, customer)
    const profile = `/api/auth/edit-profile/${customer.id}`
    const about = { username: 'Ada', profileImage: 'https://x.test/ada.webp', bio: 'Ada', profession: 'Ada' }
    for (const field of ['username', 'profileImage', 'bio', 'profession'] as const) {
      const wanted = field === 'profileImage' && !text.includes(':') ? `https://x.test/?${text}` : text
      if (await type(field, 'PATCH', profile, { ...about, [field]: wanted }, asCustomer)) about[field] = wanted
    }
    const goods = { category: 'dress', color: 'black', price: 100 + n / 100 }
    const created = await type(
      'product',
      'POST',
      '/api/products/create-product',
      { ...goods, name: text, description: text },
      admin,
    )
    const product: string = created.data._id
    for (const field of ['category', 'color', 'image', 'author'])
      await type(`product ${field}`, 'PATCH', `/api/products/update-product/${product}`, { [field]: text }, admin)
    const review = await type(
      'review',
      'POST',
      '/api/reviews/post-review',
      { productId: product, rating: 4, comment: text },
      asCustomer,
    )
    if (review) await type('answer', 'PUT', `/api/reviews/${review.data._id}/answer`, { answer: text }, admin)
    const email = { name: text, email: `${n}@shop.test`, subject: text, message: text }
    await type('letter', 'POST', '/api/contact', email)
    await type('e-mail', 'POST', '/api/contact', { ...email, email: `${text.replace(/\s/g, '/')}@x.test` })
    await type('search', 'GET', `/api/search?q=${encodeURIComponent(text)}`, '')
    const cell = (value: string) => `"${value.replaceAll('"', '""')}"`
    const rows = [
      ['', text, 'dress', 'black', text, '10', '', ''],
      ['', text, text, text, text, text, text, text],
    ]
    const csv = [[...productColumns], ...rows].map(row => row.map(cell).join()).join('\n')
    const read = await type('import', 'POST', `/api/products/imports?file=${encodeURIComponent(text)}`, csv, admin)
    const order = await plantOrder(payload, product, asCustomer)
    return {
      ...payload,
      ...order,
      customer: { ...customer, profile_image: about.profileImage },
      product,
      importId: read.data._id,
    }
  }

  return { plant, taken, refused }
}
