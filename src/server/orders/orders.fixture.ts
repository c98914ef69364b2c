import type { OutgoingHttpHeaders } from 'node:http'
import { toCents } from '#domain/money.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { assertReadableAudit } from '../../../tests/support/readable-audit.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { type AppContext, buildApp } from '../app.ts'
import { type Listener, listenForChanges } from '../cache/changes.ts'
import type { Buyer } from '../checkout/buyer.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { type Config, readConfig } from '../config/settings.ts'
import type { Db } from '../db/connection.ts'
import { diskStorage } from '../images/disk.ts'
import { randomIds } from '../lib/clock.ts'
import { dashboardOf, formOf, movableClock, paymentOf } from '../payments/payments.fixture.ts'
import { openSandbox } from '../payments/payments.ts'

const config = readConfig({ PUBLIC_ORIGIN: 'http://shop.test', PAYMENTS: 'sandbox', LOG_LEVEL: 'silent' })

/** A guest on their first visit. */
export const aBuyer: Buyer = { visitor: 'somebody', isNewVisitor: true, address: Buffer.from('an address') }

/** Further headers of a request, such as the cookie. */
type Headers = Record<string, string>

/** Returns the visitor's cookie of a response, as a header for the next request. */
export const cookieOf = ({ headers }: { headers: OutgoingHttpHeaders }): { cookie: string } => ({
  cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '',
})

/** A shop with a movable clock. The provider's events arrive only when a test calls `sendEventsToShop`. */
export async function openCheckout({
  limits = { ...noLimits, openCheckouts: 1e6 },
  images = diskStorage('none'),
  dataDir = config.dataDir,
  corsOrigins = config.corsOrigins,
  space,
  subscribes = false,
}: { subscribes?: boolean } & Pick<Partial<AppContext>, 'limits' | 'images' | 'space'> &
  Partial<Pick<Config, 'dataDir' | 'corsOrigins'>> = {}) {
  const { db, connection, close } = await testDatabase()
  const clock = movableClock()
  const origin = config.publicOrigin
  const log = { warn: () => undefined }
  const sandbox = await openSandbox({ connection, origin, faults: noFaults, clock, log })
  const context: CheckoutContext = { db, payments: sandbox.provider, clock, ids: randomIds, origin }
  const app = await buildApp({
    config: { ...config, dataDir, corsOrigins },
    db,
    images,
    payments: sandbox,
    clock,
    ids: randomIds,
    limits,
    space,
    // Only so are responses cached, and settings read again once they change.
    ...(subscribes && { subscribe: (listener: Listener) => listenForChanges(connection, listener) }),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const webhookUrl = `${address}/api/payments/webhook`

  const post = async (url: string, payload: object, remoteAddress?: string, headers?: Headers) => {
    const response = await app.inject({ method: 'POST', url, payload, remoteAddress, headers })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }

  const stored = (orderId: string) =>
    db.selectFrom('order').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const checkout = (products: unknown, more: object = {}, from?: string, headers?: Headers) =>
    post('/api/orders/create-checkout-session', { products, ...more }, from, headers)
  const get = async (url: string, headers?: Headers) => {
    const response = await app.inject({ url, headers })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }

  return {
    ...context,
    context,
    app,
    clock,
    sandbox,
    webhookUrl,
    checkout,
    confirm: (session_id: unknown) => post('/api/orders/confirm-payment', { session_id }),
    order: (id: string, headers?: Headers) => get(`/api/orders/order/${id}`, headers),
    ordersOf: (name: string, headers?: Headers) => get(`/api/orders/${encodeURIComponent(name)}`, headers),
    pay: (id: string, typed: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/sandbox/pay/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: formOf(typed),
      }),
    stored,
    dashboard: dashboardOf(sandbox),
    /** Refunds a session in the provider's own dashboard: some cents, or all that is left. */
    async refundAtProvider(sessionId: string, amount?: number) {
      const dashboard = dashboardOf(sandbox)
      return await dashboard.refunds.create({ payment_intent: await paymentOf(dashboard, sessionId), amount })
    },
    /** Places an order that awaits payment; returns its session id and its public id. */
    async orderSomething(price = 49.5, headers?: Headers) {
      const { body } = await checkout([{ _id: await sell(db, { price }) }], {}, undefined, headers)
      const { order_id } = await db
        .selectFrom('order')
        .select('order_id')
        .where('payment_session', '=', body.id)
        .executeTakeFirstOrThrow()
      return { sessionId: body.id as string, orderId: order_id }
    },
    async history(orderId: string) {
      const { id } = await stored(orderId)
      const events = await db.selectFrom('order_event').selectAll().where('order_id', '=', id).orderBy('id').execute()
      return events.map(({ kind, value, actor }) => `${kind} ${value} by ${actor}`)
    },
    /** Sends the provider's pending events to the shop, and later ones at once. */
    async sendEventsToShop() {
      sandbox.sendEventsTo(webhookUrl)
      await sandbox.catchUp()
    },
    async close() {
      await sandbox.close() // first: an event being sent would keep its connection, and so the shop, open
      await app.close()
      await assertReadableAudit(db).finally(close)
    },
  }
}

/** The history of an order that was paid. */
export const paidBy = (actor: string) => [
  'payment awaiting by checkout',
  `payment paid by ${actor}`,
  `status pending by ${actor}`,
]

let products = 0

/** A product on sale, price in major units. */
export async function sell(
  db: Db,
  { price = 49.5, name = `Product ${++products}`, deleted = false } = {},
): Promise<string> {
  const id = randomIds.uuid()
  const at = new Date()
  await db
    .insertInto('product')
    .values({
      id,
      name,
      category: 'dress',
      color: 'black',
      description: 'A product',
      price_cents: toCents(price),
      old_price_cents: null,
      image_id: null,
      author: null,
      created_at: at,
      updated_at: at,
      deleted_at: deleted ? at : null,
    })
    .execute()
  return id
}
