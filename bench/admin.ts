// Measures the API's lists and figures for the dashboards, over HTTP, in a shop with 1,000 orders and in one with a million (and
// 100,000 products, 10,000 users, a million audit entries): the median of 20. In the large shop each must stay under 50 ms,
// the sales of 30 days under 500.
//   node bench/admin.ts [orders, 1000000]
import { mkdtempSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { noFaults } from '../src/sandbox/faults.ts'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config/settings.ts'
import type { Db } from '../src/server/db/connection.ts'
import { diskStorage } from '../src/server/images/disk.ts'
import { systemClock as clock, randomIds } from '../src/server/lib/clock.ts'
import { openSandbox } from '../src/server/payments/payments.ts'
import { createUser } from '../tests/support/builders.ts'
import { startTestDatabases, testDatabase } from '../tests/support/database.ts'
import { signIn } from '../tests/support/sign-in.ts'
import { fillShop } from './fill.ts'

const [few, many] = [1_000, Number(process.argv[2] ?? 1_000_000)]
const tries = 20
const maxMs = 50
/** Every order of 30 days is read: 40,000 of a million. */
const maxMsOfSales = 500
const limitOf = (list: string) => (list === 'sales of 30 days' ? maxMsOfSales : maxMs)
/** No index serves a search with fewer than three letters, and the figures of the stock read all of it: shown without a limit. */
const isWithoutLimit = (list: string) => list.includes('two letters') || list === 'figures of the stock'

/** The requests to a shop with so many orders. */
function lists(
  orders: number,
  { order, user, product }: Record<'order' | 'user' | 'product', string>,
): Record<string, string> {
  const deep = Math.min(10_000, Math.floor((orders * 0.9) / 20))
  return {
    'orders, first page': 'orders/?page=1&limit=20',
    'orders, deep page': `orders/?page=${deep}&limit=20`,
    'orders, by status': 'orders/?page=1&limit=20&status=shipped',
    'orders, refunded': 'orders/?page=2&limit=20&payment=refunded',
    'orders, in review': 'orders/?page=1&limit=20&payment=review',
    'orders, by order id': `orders/?page=1&limit=20&q=${order}`,
    'orders, by a part of it': `orders/?page=1&limit=20&q=${order.slice(0, 8)}`,
    'orders, by e-mail': `orders/?page=1&limit=20&q=${user.slice(0, -5)}`,
    'orders, by what all have': 'orders/?page=1&limit=20&q=shop.test',
    'orders, by two letters': 'orders/?page=1&limit=20&q=ab',
    'orders, by two letters that none has': 'orders/?page=1&limit=20&q=zz',
    'to pack, first page': 'orders/packing?page=1&limit=50',
    'to pack, ready': 'orders/packing?page=1&limit=50&view=ready',
    'to pack, waiting for pieces': 'orders/packing?page=1&limit=50&view=waiting',
    'packed today': 'orders/packing?page=1&limit=50&view=packed',
    'to pack, by e-mail': `orders/packing?page=1&limit=50&q=${user.slice(0, -5)}`,
    'to pack, by what all have': 'orders/packing?page=1&limit=50&q=shop.test',
    'counts of the packing list': 'orders/packing/counts',
    'orders of one customer': `orders/${user}`,
    'one order': `orders/order/${order}`,
    'figures of the shop': 'stats/admin-stats',
    'what is to do today': 'stats/today',
    'sales of 30 days': 'stats/sales',
    'figures of a customer': `stats/user-stats/${user}`,
    'number of reviews': 'reviews/total-reviews',
    'reviews of one customer': `reviews/${user}`,
    'users, first page': 'auth/users?page=1&limit=20',
    'users, admins': 'auth/users?page=1&limit=20&role=admin',
    'users, by e-mail': 'auth/users?page=1&limit=20&q=user-43@',
    'users, by what all have': 'auth/users?page=1&limit=20&q=shop.test',
    'audit, first page': 'audit?page=1&limit=20',
    'audit, deep page': `audit?page=${deep}&limit=20`,
    'audit, one kind': 'audit?page=1&limit=20&record=product',
    'audit, by admin': 'audit?page=1&limit=20&q=olga',
    'audit, by a name': 'audit?page=1&limit=20&q=silk+dress',
    proof: 'proof',
    'stock, first page': 'stock?page=1&limit=50',
    'stock, deep page': `stock?page=${Math.min(1_900, Math.floor(orders / 100))}&limit=50`,
    'stock, what is low': 'stock?page=1&limit=50&view=low',
    'stock, what is not counted': 'stock?page=1&limit=50&view=uncounted',
    'stock, broken runs': 'stock?page=1&limit=50&view=broken',
    'stock, by name': 'stock?page=1&limit=50&q=silk+dress',
    'figures of the stock': 'stock/figures',
    'movements of a product': `stock/${product}/movements?page=1&limit=50`,
    'sold-through of a product': `stock/${product}/sold-through`,
    deliveries: 'stock/deliveries?page=1&limit=20',
    'stock takes': 'stock/takes',
    'lost demand': 'stock/lost-demand?days=30&page=1&limit=50',
  }
}

const rounded = (number: number) => Math.round(number * 10) / 10

const stopDatabases = await startTestDatabases()
try {
  const small = await measure(few)
  const large = await measure(many)
  const table = [...large].map(([list, { ms, found }]) => ({
    list,
    found,
    [`ms of ${few} orders`]: small.get(list)?.ms,
    [`ms of ${many}`]: ms,
    times: rounded(ms / (small.get(list)?.ms ?? Number.NaN)),
  }))
  console.table(table)
  process.exitCode = [...large].every(([list, { ms }]) => ms < limitOf(list) || isWithoutLimit(list)) ? 0 : 1
} finally {
  await stopDatabases()
}

async function measure(orders: number): Promise<Map<string, { ms: number; found: string }>> {
  const { db, connection, close } = await testDatabase()
  const folder = mkdtempSync('/tmp/vitrine-admin-')
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
  const payments = await openSandbox({ connection, origin: config.publicOrigin, faults: noFaults, clock, log: console })
  const app = await buildApp({ config, db, images: diskStorage(folder), payments, clock, ids: randomIds })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await fillShop(connection, { products: Math.min(orders, 100_000), orders })
    const olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
    await fillStock(db, olga.id)
    await fillAudit(db, olga.id, orders)
    const headers = await signIn(db, olga)
    const taken = new Map<string, { ms: number; found: string }>()
    for (const [list, path] of Object.entries(lists(orders, await findPaidOrder(db))))
      taken.set(list, await timeOf(`${origin}/api/${path}`, headers))
    return taken
  } finally {
    await app.close()
    await payments.close()
    await close()
    rmSync(folder, { recursive: true })
  }
}

async function timeOf(url: string, headers: { cookie: string }): Promise<{ ms: number; found: string }> {
  const times: number[] = []
  let found = ''
  for (let n = -6; n < tries; n++) {
    const begin = performance.now()
    const answer = await fetch(url, { headers })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body}`)
    if (n >= 0) times.push(performance.now() - begin)
    found = answer.headers.get('x-total-count') ?? ''
  }
  times.sort((a, b) => a - b)
  return { ms: rounded(times[tries / 2] ?? Number.NaN), found }
}

/** Finds a paid order, and the customer who placed it. */
async function findPaidOrder(db: Db): Promise<Record<'order' | 'user' | 'product', string>> {
  const { rows } = await sql<Record<'order' | 'user' | 'product', string>>`
    select order_id as order, email as user, (select id from product where deleted_at is null limit 1) as product
    from "order" where user_id is not null and payment_state = 'paid' limit 1`.execute(db)
  if (!rows[0]) throw new Error('Nobody has bought anything.')
  return rows[0]
}

/** Counts nine of ten variants, one in twenty low, each with a delivery and ten sales; and a stock take of all. */
async function fillStock(db: Db, admin: string): Promise<void> {
  await db.connection().execute(async one => {
    const on = (text: string) => sql.raw(text).execute(one)
    await on('set statement_timeout = 0')
    await on(`insert into stock (variant_id, product_id, on_hand)
      select id, product_id, case when n % 20 = 1 then 2 else 10 + n % 50 end
      from (select id, product_id, row_number() over () as n from variant where deleted_at is null) numbered where n % 10 > 0`)
    await on(`insert into delivery (id, note, actor, at)
      select gen_random_uuid(), 'Delivery ' || n, '${admin}', now() - n * interval '1 hour' from generate_series(1, 1000) n`)
    await on(`insert into stock_movement (variant_id, kind, on_hand, at, delivery_id, unit_cents)
      select variant_id, 'received', on_hand + 10, now() - interval '60 days',
        (array(select id from delivery))[1 + (row_number() over ()) % 1000], 2500 from stock`)
    await on(`insert into stock_movement (variant_id, kind, on_hand, order_id, at)
      select variant_id, 'sold', -1, gen_random_uuid(), now() - n * interval '1 day' from stock, generate_series(1, 10) n`)
    await on(`insert into stock_take (id, name, actor, started_at) select gen_random_uuid(), 'All', '${admin}', now()`)
    await on(`insert into stock_take_line (take_id, variant_id, product_id, expected)
      select (select id from stock_take), variant_id, product_id, on_hand from stock`)
    await on(`insert into lost_demand (day, product_id, variant_id, size, kind, visitors, cents)
      select current_date - day, product_id, variant_id, 'one', 'tapped', 3, 9000
      from (select *, row_number() over () as n from stock) numbered, generate_series(0, 400) day where n % 200 = 0`)
  })
}

async function fillAudit(db: Db, admin: string, auditEntries: number): Promise<void> {
  await db.connection().execute(async one => {
    const on = (text: string) => sql.raw(text).execute(one)
    await on('set statement_timeout = 0')
    await on(`insert into audit (id, at, actor, action, record, record_id, before, after)
      select gen_random_uuid(), now() - n * interval '1 second', '${admin}', 'change status',
        case when n % 100 = 0 then 'product' else 'order' end,
        coalesce(case when n % 100 = 0 then (array(select id from product limit 10000))[n / 100] end, gen_random_uuid()), '{"status":"pending"}', '{"status":"shipped"}'
      from generate_series(1, ${auditEntries}) n`)
    await on('vacuum analyze')
  })
}
