import http from 'node:http'

/** The shop to measure. It must trust X-Forwarded-For (TRUST_PROXY=loopback), because every order has another visitor. */
export interface MeasuredShop {
  /** Its URL, such as http://127.0.0.1:4000. */
  url: string
  /** Runs a query on its database. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface CheckoutFigures {
  ordersPerSecond: number
  /** Time from the cart to the confirmation, in milliseconds. */
  p50: number
  p95: number
  p99: number
  /** The share of the orders, 0 to 1, that the provider's event settled; the shopper's return settled the others. */
  settledByWebhook: number
}

const maxProducts = 5_000

/**
 * Buys for so many seconds with so many concurrent shoppers: each orders one product of the catalogue, pays at the sandbox,
 * returns and confirms the payment, over and over.
 * @param bought the ids of the products; without them all that are on sale, or 5,000 of them
 * @throws unless each of these orders is paid in the database afterwards
 */
export async function measureCheckout(
  { url, query }: MeasuredShop,
  seconds: number,
  connections: number,
  bought?: string[],
): Promise<CheckoutFigures> {
  const products = bought ?? (await findProducts(query))
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const shopper = shopperAt(url, agent)
  const times: number[] = []
  const sessions: string[] = []
  const begin = performance.now()
  const end = begin + seconds * 1_000

  async function goShopping(): Promise<void> {
    while (performance.now() < end) {
      const started = performance.now()
      const product = products[Math.floor(Math.random() * products.length)]
      if (!product) throw new Error('This shop sells nothing.')
      sessions.push(await buyAndPay(shopper, product))
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, goShopping))
  const took = (performance.now() - begin) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    ordersPerSecond: Math.round(times.length / took),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    settledByWebhook: await shareSettledByWebhook(query, sessions),
  }
}

async function findProducts(query: MeasuredShop['query']): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select id from product where deleted_at is null order by random() limit ${maxProducts}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the share of the sessions, 0 to 1, that an event settled. */
async function shareSettledByWebhook(query: MeasuredShop['query'], sessions: string[]): Promise<number> {
  const [counted] = await query<{ paid: number; webhook: number }>(
    `select count(*)::int as paid, count(*) filter (where actor = 'webhook')::int as webhook
     from "order" join order_event on order_event.order_id = "order".id and kind = 'payment' and value = 'paid'
     where payment_session = any($1) and payment_state = 'paid'`,
    [sessions],
  )
  if (counted?.paid !== sessions.length)
    throw new Error(`${sessions.length} orders were confirmed, ${counted?.paid} are paid.`)
  return counted.webhook / sessions.length
}

const percentile = (sorted: number[], part: number) =>
  Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10

interface Answer {
  status: number
  body: string
}

type Post = (path: string, type: string, body: string) => Promise<Answer>

let visitors = 0

/** Uses another address for each order, because limits count by address. */
function shopperAt(url: string, agent: http.Agent): () => Post {
  const { hostname: host, port } = new URL(url)
  return () => {
    const n = visitors++
    const visitor = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    return (path, type, body) =>
      new Promise((resolve, reject) => {
        const headers = {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': visitor,
        }
        const request = http.request({ agent, host, port, path, method: 'POST', headers }, response => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', part => {
            text += part
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        })
        request.on('error', reject)
        request.end(body)
      })
  }
}

const json = 'application/json'
/** The fields of the provider's payment page. */
export const card = new URLSearchParams({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  line1: '12 St James Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
  phone: '+44 20 7946 0000',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12 / 40',
  card_cvc: '123',
  card_name: 'Ada Lovelace',
}).toString()

/** Buys one product, from the cart to the confirmation. Returns the payment session. */
async function buyAndPay(shopper: () => Post, _id: string): Promise<string> {
  const post = shopper()
  const order = JSON.stringify({ products: [{ _id, quantity: 1 + Math.floor(Math.random() * 3) }], userId: null })
  const created = await post('/api/orders/create-checkout-session', json, order)
  expectStatus(created, 200)
  const session: string = JSON.parse(created.body).id
  expectStatus(await post(`/sandbox/pay/${session}`, 'application/x-www-form-urlencoded', card), 303)
  const confirmed = await post('/api/orders/confirm-payment', json, JSON.stringify({ session_id: session }))
  expectStatus(confirmed, 200)
  const { paymentState } = JSON.parse(confirmed.body).data
  if (paymentState !== 'paid') throw new Error(`A confirmed order is ${paymentState}.`)
  return session
}

function expectStatus({ status, body }: Answer, wanted: number): void {
  if (status !== wanted) throw new Error(`The shop answered ${status}: ${body.slice(0, 500)}`)
}
