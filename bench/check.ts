// Measures `shop check` in a shop with 100,000 orders, 50,000 products, 5,000 pictures in all their sizes, 100,000 reviews and
// 10,000 payments of the last 30 days: each rule, and the whole check, which must stay under 15 s.
//   node bench/check.ts [orders, 100000]   the other numbers are proportional
import { mkdtempSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { noFaults } from '../src/sandbox/faults.ts'
import type { Db, Tx } from '../src/server/db/connection.ts'
import { diskStorage } from '../src/server/images/disk.ts'
import { auditRules } from '../src/server/integrity/audit-rules.ts'
import { catalogueRules } from '../src/server/integrity/catalogue-rules.ts'
import { checkShop } from '../src/server/integrity/check-shop.ts'
import { orderRules } from '../src/server/integrity/order-rules.ts'
import { systemClock as clock } from '../src/server/lib/clock.ts'
import { openSandbox } from '../src/server/payments/payments.ts'
import { createUser } from '../tests/support/builders.ts'
import { startTestDatabases, testDatabase } from '../tests/support/database.ts'

const orders = Number(process.argv[2] ?? 100_000)
const [users, products, pictures, paidLately] = [orders / 5, orders / 2, orders / 20, orders / 10]
const maxSeconds = 15
const origin = 'http://localhost:3000'

const stopDatabases = await startTestDatabases()
const { db, connection, close } = await testDatabase()
const payments = await openSandbox({ connection, origin, faults: noFaults, clock, log: console })
const folder = mkdtempSync('/tmp/vitrine-check-')
const seconds = (since: number) => Math.round((performance.now() - since) / 10) / 100

try {
  await fill(db)
  const images = diskStorage(folder)
  await putPictures()
  const table: { rule: string; checked: number; broken: number; seconds?: number }[] = []
  for (const { rule, find } of [...orderRules, ...catalogueRules(origin), ...auditRules]) {
    const begin = performance.now()
    const { checked, broken } = await db.transaction().execute(async (tx: Tx) => await find(tx))
    table.push({ rule, checked, broken, seconds: seconds(begin) })
  }
  const [begin, before] = [performance.now(), process.memoryUsage().rss]
  const { rules } = await checkShop({ db, images, payments: payments.provider, clock, origin })
  const all = seconds(begin)
  for (const { rule, checked, broken } of rules.slice(-2)) table.push({ rule, checked, broken })
  const broken = rules.reduce((sum, rule) => sum + rule.broken, 0)
  console.table([
    ...table,
    { rule: 'all of it', checked: rules.reduce((sum, { checked }) => sum + checked, 0), broken, seconds: all },
  ])
  console.log(`memory grew by ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MiB`)
  process.exitCode = all < maxSeconds && broken === 0 ? 0 : 1
} finally {
  await payments.close()
  await close()
  await stopDatabases()
  rmSync(folder, { recursive: true })
}

/** Stores one byte for each picture, because the check reads only their names. */
async function putPictures() {
  const storage = diskStorage(folder)
  const names = [320, 640, 960, 1280].flatMap(width => [`${width}.avif`, `${width}.webp`])
  for (let n = 1; n <= pictures; n++)
    await Promise.all(names.map(name => storage.put(`picture${n}/${name}`, Buffer.from('x'))))
}

async function fill(shop: Db): Promise<void> {
  await createUser(shop, { role: 'admin' })
  await shop.connection().execute(async one => {
    const on = (text: string) => sql.raw(text).execute(one)
    await on('set statement_timeout = 0')
    await on(`insert into "user" (id, username, email, created_at)
      select gen_random_uuid(), 'User ' || n, 'user-' || n || '@shop.test', now() from generate_series(1, ${users}) n`)
    await on(`insert into image select 'picture' || n, 4, 5, 'data:,', now() from generate_series(1, ${pictures}) n`)
    await on(`insert into product (id, name, category, color, description, price_cents, image_id, created_at, updated_at)
      select gen_random_uuid(), 'Silk gown ' || n, (array['accessories', 'dress', 'jewellery', 'cosmetics'])[1 + n % 4],
        (array['black', 'red', 'gold', 'blue', 'silver', 'beige', 'green'])[1 + n % 7], 'Falls well.',
        1000 + (n * 37) % 90000, 'picture' || 1 + n % ${pictures}, now(), now()
      from generate_series(1, ${products}) n`)
    await on(`insert into review (id, user_id, product_id, rating, comment, created_at)
      select gen_random_uuid(), u.id, p.id, 1 + (u.n + p.n) % 5, 'Lovely.', now()
      from (select id, row_number() over () as n from product) p
      join (select id, row_number() over () as n from "user") u on u.n in (1 + p.n % ${users}, 1 + (p.n + 7) % ${users})`)
    await on(`update product set rating = mean from (
      select product_id, round(avg(rating), 2) as mean from review group by 1) r where product_id = id`)
    await on(`insert into "order" (id, order_id, status, payment_state, payment_session, amount_cents, check_at, created_at, updated_at)
      select gen_random_uuid(), 'order' || n, 'shipped', 'paid', 'cs_test_' || n, 4950, now(), now(), now() - interval '1 hour'
      from generate_series(1, ${orders}) n`)
    await on(`insert into order_line (order_id, position, product_id, name, image_id, unit_cents, quantity)
      select o.id, line, p.id, p.name, p.image_id, 2475, 1
      from (select id, row_number() over () as n from "order") o
      join (select id, name, image_id, row_number() over () as n from product) p on p.n = 1 + o.n % ${products}
      cross join generate_series(0, 1) line`)
    await on(`insert into order_event (order_id, kind, value, actor, at)
      select id, kind, value, 'webhook', created_at from "order" cross join (values
        ('payment', 'awaiting'), ('payment', 'paid'), ('status', 'pending'), ('status', 'shipped')) e (kind, value)`)
    await on(`insert into audit (id, at, action, record, record_id, undone_at)
      select gen_random_uuid(), now() - interval '1 day', action, 'product', id, case action when 'delete' then now() end
      from product cross join (values ('delete'), ('undo')) entry (action)`)
    await on(`insert into sandbox.session (id, params, status, customer, payment_intent, created_at, expires_at)
      select 'cs_test_' || n, jsonb_build_object(
          'mode', 'payment', 'metadata', jsonb_build_object('orderId', 'order' || n),
          'line_items', '[{"quantity": 2, "price_data": {"currency": "usd", "unit_amount": 2475, "product_data": {"name": "Gown"}}}]'::jsonb),
        'complete', '{"email": "a@shop.test", "name": "A", "phone": null, "address": null}', 'pi_' || n,
        now() - n * interval '2 minutes', now()
      from generate_series(1, ${paidLately}) n`)
    await on('vacuum analyze')
  })
}
