// What customers and the owner do in a shop that a document has just installed.
import { card } from '../../bench/checkout.ts'
import { check } from './machine.ts'

export async function post(port: number, path: string, body: object | string, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const product = { name: 'Linen coat', category: 'dress', color: 'black', price: 180, description: 'Falls well.' }

/** Whether the first product of the shop is the coat. */
export async function sellsTheCoat(port: number): Promise<boolean> {
  const found = await (await fetch(`http://127.0.0.1:${port}/api/products`)).json()
  return found.data.products[0]?.name === product.name
}

/** Signs the owner in. @returns the token */
export async function signIn(port: number, password: string): Promise<string> {
  const { body } = await post(port, '/api/auth/login', { email: 'you@shop.example', password })
  check('the admin signs in with the password of the journal', typeof body.token === 'string', body.message)
  return body.token
}

/** Adds the owner's first product. @returns its id */
export async function addCoat(port: number, token: string): Promise<string> {
  const added = await post(port, '/api/products/create-product', product, token)
  check('the first product is added', added.status === 201, JSON.stringify(added.body))
  return added.body.data._id
}

/** Buys a product as a guest. @returns the id of the payment */
export async function buy(port: number, productId: string): Promise<string> {
  const order = { products: [{ _id: productId, quantity: 1 }] }
  const { body: session } = await post(port, '/api/orders/create-checkout-session', order)
  const paid = await post(port, new URL(session.url).pathname, card)
  check('and paid', paid.status === 303, paid.body)
  const confirmed = await post(port, '/api/orders/confirm-payment', { session_id: session.id })
  check('and confirmed', confirmed.body.data.paymentState === 'paid', JSON.stringify(confirmed.body))
  return session.id
}
