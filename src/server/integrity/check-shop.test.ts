import { type RawBuilder, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { waitingForLocks } from '../../../tests/support/waiting.ts'
import { randomIds } from '../lib/clock.ts'
import { checkShop } from './check-shop.ts'
import { openBusyShop } from './proof.fixture.ts'

const shop = await openBusyShop()
afterAll(() => shop.close())
const { db, clock, images, book, products, orders, ada, bea, olga } = shop

const run = async (...statements: RawBuilder<unknown>[]) => {
  for (const statement of statements) await statement.execute(db)
}
const inOrder = (id: string) => `/orders/${id}`
const inAudit = (id: string) => `/dashboard/audit?q=${id}`
const someId = () => randomIds.uuid()
const ago = (minutes: number) => new Date(+clock.now() - minutes * 60_000)

test('a busy shop is in order, and the check covered everything', async () => {
  const { rules } = await checkShop(book)
  expect(rules.filter(({ broken, unknown }) => broken > 0 || unknown !== undefined)).toEqual([])
  expect(Object.fromEntries(rules.map(({ rule, checked }) => [rule, checked]))).toEqual({
    'order-amounts': 4,
    'product-sizes': 4,
    'shown-sizes': 4,
    schedules: 0,
    'visible-products': 2,
    'price-history': 2,
    'bought-sizes': 5,
    'stock-ledger': 1,
    'stock-holds': 1,
    'stock-sales': 2,
    'stock-cancelled': 0,
    'stock-put-back': 0,
    returns: 0,
    'returns-restocked': 0,
    'returns-swaps': 0,
    'stock-shown': 2,
    'order-lines': 4,
    'stray-lines': 5,
    'payment-sessions': 4,
    'paid-orders': 4,
    'payment-states': 4,
    'order-status': 4,
    refunds: 1,
    'refunded-sums': 4,
    'refunded-pieces': 0,
    disputes: 0,
    'invoice-numbers': 4,
    'invoice-sums': 4,
    'invoices-due': 4,
    ratings: 4,
    'product-counts': 7,
    'size-counts': 48,
    'sale-counts': 64,
    'named-pictures': 8,
    'undone-once': 4,
    'undo-overlaps': 4,
    deletions: 12,
    admins: 2,
    'order-figures': 2,
    'counted-rows': 7,
    'picture-files': 4,
    'provider-payments': 3,
  })
  expect(rules.find(({ rule }) => rule === 'order-amounts')?.note).toBe(
    'The dashboard counts 2 of them: the orders that are paid and not deleted.',
  )
})

test('a review that was hidden, and shown again by undoing that, is in order', async () => {
  const [hidden, back, review] = [someId(), someId(), someId()]
  await sql`insert into audit (id, at, actor, action, record, record_id, undone_at) values
    (${hidden}, ${ago(20)}, ${olga.id}, 'hide', 'review', ${review}, ${ago(10)}),
    (${back}, ${ago(10)}, ${olga.id}, 'undo', 'review', ${review}, null)`.execute(db)
  const { rules } = await checkShop(book)
  expect(rules.find(({ rule }) => rule === 'undone-once')).toMatchObject({ broken: 0, checked: 5 })
  await sql`delete from audit where record_id = ${review}`.execute(db)
})

test('the demo shop is in order', async () => {
  const demo = await testDatabase()
  await seed(demo.db, images)
  await createUser(demo.db, { role: 'admin' })
  const { rules } = await checkShop({ ...book, db: demo.db })
  expect(rules.filter(({ rule, broken }) => broken > 0 && rule !== 'provider-payments')).toEqual([])
  await demo.close()
  const { rows } = await sql<{ id: string }>`select id from image`.execute(db)
  for (const id of new Set(await idsIn())) if (!rows.some(row => row.id === id)) await images.remove(id)
})

async function idsIn() {
  const ids: string[] = []
  for await (const key of images.keys()) ids.push(key.split('/')[0] ?? '')
  return ids
}

describe('each rule finds what violates it, and nothing after the repair:', () => {
  const { paid, refunded, waiting } = orders
  const [cameBack, shelved, swapped] = [randomIds.uuid(), randomIds.uuid(), randomIds.uuid()]
  const addReturn = (id: string) =>
    sql`insert into return (id, kind, order_id, asked_at) values (${id}, 'return', ${refunded.id}, now())`
  const addReturnLine = (id: string, { quantity, arrived }: { quantity: number; arrived: number }) =>
    sql`insert into return_line (return_id, place, position, variant_id, quantity, arrived)
      values (${id}, 0, 0, ${ring}, ${quantity}, ${arrived})`
  /** @param of the order and the return, as SQL */
  const moveRing = (kind: string, by: number, of: RawBuilder<unknown>) => [
    sql`update stock set on_hand = on_hand + ${by} where variant_id = ${ring}`,
    sql`insert into stock_movement (variant_id, kind, on_hand, at, order_id, return_id)
      values (${ring}, ${kind}, ${by}, now(), ${of})`,
  ]
  const year = clock.now().getUTCFullYear()
  const { dress, hat, ring } = products
  const [deletion, undone, line, stray] = [someId(), someId(), someId(), someId()]

  const cases: {
    rule: string
    what: string
    break: RawBuilder<unknown>[]
    mend: RawBuilder<unknown>[]
    says: { sentence: string; link: string }[]
  }[] = [
    {
      rule: 'order-amounts',
      what: 'a line that costs more than the order',
      break: [sql`update order_line set quantity = 3 where order_id = ${paid.id} and name = 'Silk dress'`],
      mend: [sql`update order_line set quantity = 2 where order_id = ${paid.id} and name = 'Silk dress'`],
      says: [
        {
          sentence: `Order ${paid.order_id}: its lines come to $395.00, its amount is $275.00.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'order-lines',
      what: 'an order without lines',
      break: [
        sql`insert into "order" (id, order_id, amount_cents, created_at, updated_at, check_at)
          values (${line}, 'bare', 100, now(), now(), now())`,
        sql`insert into order_event (order_id, kind, value, actor, at) values (${line}, 'payment', 'awaiting', 'x', now())`,
      ],
      mend: [sql`delete from order_event where order_id = ${line}`, sql`delete from "order" where id = ${line}`],
      says: [{ sentence: 'Order bare: it has no lines.', link: inOrder('bare') }],
    },
    {
      rule: 'stray-lines',
      what: 'a line of no order',
      break: [
        sql`alter table order_line drop constraint order_line_order_id_fkey`,
        sql`insert into order_line values (${stray}, 0, null, 'Silk dress', null, 100, 2)`,
      ],
      mend: [
        sql`delete from order_line where order_id = ${stray}`,
        sql`alter table order_line add foreign key (order_id) references "order"`,
      ],
      says: [
        {
          sentence: `2 × Silk dress belongs to the order ${stray}, which does not exist.`,
          link: inAudit(stray),
        },
      ],
    },
    {
      rule: 'payment-sessions',
      what: 'a payment of two orders',
      break: [
        sql`alter table "order" drop constraint order_payment_session_key`,
        sql`update "order" set payment_session = ${paid.payment_session} where id = ${waiting.id}`,
      ],
      mend: [
        sql`update "order" set payment_session = ${waiting.payment_session} where id = ${waiting.id}`,
        sql`alter table "order" add constraint order_payment_session_key unique (payment_session)`,
      ],
      says: [paid, waiting].map(({ order_id }) => ({
        sentence: `Order ${order_id}: its payment ${paid.payment_session} belongs to 2 orders.`,
        link: inOrder(order_id),
      })),
    },
    {
      rule: 'paid-orders',
      what: 'an order that was paid twice',
      break: [
        sql`insert into order_event (order_id, kind, value, actor, at) values (${paid.id}, 'payment', 'paid', 'x', now())`,
      ],
      mend: [sql`delete from order_event where actor = 'x'`],
      says: [
        {
          sentence: `Order ${paid.order_id}: it is paid, and its history says 2 times that it was paid.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'refunds',
      what: 'a refund of another amount than its order',
      break: [sql`update refund set cents = cents - 1 where order_id = ${refunded.id}`],
      mend: [sql`update refund set cents = cents + 1 where order_id = ${refunded.id}`],
      says: [
        {
          sentence: `Order ${refunded.order_id}: its refunds come to $79.99, its amount is $80.00, and it is refunded.`,
          link: inAudit(refunded.id),
        },
      ],
    },
    {
      rule: 'refunded-sums',
      what: 'an order that says that something else went back than its refunds',
      break: [sql`update "order" set refunded_cents = refunded_cents - 1 where id = ${refunded.id}`],
      mend: [sql`update "order" set refunded_cents = refunded_cents + 1 where id = ${refunded.id}`],
      says: [
        {
          sentence: `Order ${refunded.order_id}: it says that $79.99 went back, its refunds come to $80.00.`,
          link: inAudit(refunded.id),
        },
      ],
    },
    {
      rule: 'refunded-pieces',
      what: 'a piece that was refunded twice',
      break: [
        sql`update refund set lines = '[{"position": 0, "quantity": 2, "cents": 8000}]' where order_id = ${refunded.id}`,
      ],
      mend: [sql`update refund set lines = '[]' where order_id = ${refunded.id}`],
      says: [
        {
          sentence: `Order ${refunded.order_id}: its refunds return more pieces or deliveries than it has.`,
          link: inAudit(refunded.id),
        },
      ],
    },
    {
      rule: 'invoice-numbers',
      what: 'an invoice that does not follow on the one before',
      break: [sql`update invoice set number = 9 where number = 1`],
      mend: [sql`update invoice set number = 1 where number = 9`],
      says: [
        { sentence: `${year}-00002 does not follow on ${year}-00000.`, link: inAudit(refunded.id) },
        { sentence: `${year}-00009 does not follow on ${year}-00004.`, link: inOrder(paid.order_id) },
      ],
    },
    {
      rule: 'invoice-sums',
      what: 'an invoice that does not come to the amount of its order',
      break: [sql`update invoice set amount_cents = amount_cents + 1 where number = 1`],
      mend: [sql`update invoice set amount_cents = amount_cents - 1 where number = 1`],
      says: [
        {
          sentence: `${year}-00001 of the order ${paid.order_id} comes to $275.01, and that does not agree with its lines, its order or its credit notes.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'invoices-due',
      what: 'an order whose invoice is late',
      break: [sql`insert into invoice_due (order_id, due_at) values (${waiting.id}, ${ago(2)})`],
      mend: [sql`delete from invoice_due`],
      says: [{ sentence: `Order ${waiting.order_id}: the invoice is missing.`, link: inOrder(waiting.order_id) }],
    },
    {
      rule: 'disputes',
      what: 'a dispute of an order that was never paid',
      break: [
        sql`insert into dispute (id, order_id, cents, reason, status, at, updated_at)
          values ('du_1', ${waiting.id}, 100, 'general', 'lost', now(), now())`,
      ],
      mend: [sql`delete from dispute`],
      says: [
        {
          sentence: `Order ${waiting.order_id}: it is disputed, and it is awaiting.`,
          link: inOrder(waiting.order_id),
        },
      ],
    },
    {
      rule: 'payment-states',
      what: 'a payment that is not where its history says',
      break: [
        sql`insert into order_event (order_id, kind, value, actor, at)
          values (${waiting.id}, 'payment', 'expired', 'x', now())`,
      ],
      mend: [sql`delete from order_event where actor = 'x'`],
      says: [
        {
          sentence: `Order ${waiting.order_id}: its payment is awaiting, the last in its history is expired.`,
          link: inOrder(waiting.order_id),
        },
      ],
    },
    {
      rule: 'order-status',
      what: 'a status that is not in the history',
      break: [sql`update "order" set status = 'completed' where id = ${paid.id}`],
      mend: [sql`update "order" set status = 'shipped' where id = ${paid.id}`],
      says: [
        {
          sentence: `Order ${paid.order_id}: its status is completed, the last in its history is shipped.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'ratings',
      what: 'a rating that is not the mean',
      break: [sql`update product set rating = 4.32 where id = ${dress}`],
      mend: [sql`update product set rating = 4.33 where id = ${dress}`],
      says: [
        {
          sentence: 'Silk dress: its rating is 4.32, the mean of its reviews is 4.33.',
          link: `/dashboard/update-product/${dress}`,
        },
      ],
    },
    {
      rule: 'ratings',
      what: 'a hidden review that its rating still counts',
      break: [sql`update review set hidden_at = now() where product_id = ${dress}`],
      mend: [sql`update review set hidden_at = null where product_id = ${dress}`],
      says: [
        {
          sentence: 'Silk dress: its rating is 4.33, the mean of its reviews is 0.00.',
          link: `/dashboard/update-product/${dress}`,
        },
      ],
    },
    {
      rule: 'product-counts',
      what: 'a count that is not that of the products, both ways',
      break: [
        sql`insert into product_count_change (categories, colors, prices, numbers) values (array['dress', 'dress'], array['red', 'red'], array[3000, 12000], array[-1, 1])`,
        sql`update product_count set n = n + 5 where bucket = 200000003 and category = '' and color = 'gold'`,
      ],
      mend: [
        sql`insert into product_count_change (categories, colors, prices, numbers) values (array['dress', 'dress'], array['red', 'red'], array[3000, 12000], array[1, -1])`,
        sql`update product_count set n = n - 5 where bucket = 200000003 and category = '' and color = 'gold'`,
      ],
      says: [
        {
          sentence: 'red dress at $30.00: 0 counted, 1 on sale.',
          link: '/shop?category=dress&color=red&minPrice=30&maxPrice=30',
        },
        {
          sentence: 'red dress at $120.00: 2 counted, 1 on sale.',
          link: '/shop?category=dress&color=red&minPrice=120&maxPrice=120',
        },
      ],
    },
    {
      rule: 'order-figures',
      what: 'a month that counts orders and money too many, and one that has forgotten some',
      break: [
        sql`insert into order_tally (month, payment_state, status, n, cents) values
          ('2020-02-01', 'paid', 'shipped', 2, 300), ('2020-03-01', 'refunded', 'pending', 0, -5)`,
      ],
      mend: [sql`delete from order_tally where month < '2020-04-01'`],
      says: [
        {
          sentence: '2020-02, paid and shipped: 2 orders of $3.00 counted, 0 of $0.00 are there.',
          link: '/dashboard/manage-orders?payment=paid&status=shipped',
        },
        {
          sentence: '2020-03, refunded and pending: 0 orders of -$0.05 counted, 0 of $0.00 are there.',
          link: '/dashboard/manage-orders?payment=refunded&status=pending',
        },
      ],
    },
    {
      rule: 'counted-rows',
      what: 'more admins and expired orders than there are, and fewer reviews',
      break: [
        sql`insert into row_tally (rows_of, kind, n) values ('user', 'admin', 7), ('review', '', -3)`,
        sql`insert into ended_order_tally (payment_state, n) values ('expired', 2)`,
      ],
      mend: [sql`delete from row_tally where n in (7, -3)`, sql`delete from ended_order_tally`],
      says: [
        { sentence: 'user, admin: 9 counted, 2 are there.', link: '/dashboard/users' },
        { sentence: 'review: 0 counted, 3 are there.', link: '/dashboard/admin' },
        { sentence: 'order, expired: 2 counted, 0 are there.', link: '/dashboard/admin' },
      ],
    },
    {
      rule: 'named-pictures',
      what: 'a picture of a product, an order and a profile that is not there',
      break: [
        sql`create table kept as select id, image_id, null::uuid as order_id from product`,
        sql`insert into kept select null, image_id, order_id from order_line where name = 'Straw hat'`,
        sql`alter table product drop constraint product_image_id_fkey`,
        sql`alter table order_line drop constraint order_line_image_id_fkey`,
        sql`update product set image_id = 'gone1' where id = ${dress}`,
        sql`update product set image_id = 'gone2' where id = ${ring}`,
        sql`update order_line set image_id = 'gone3' where name = 'Straw hat'`,
        sql`update "user" set profile_image = replace(profile_image, '/320.webp', '0/320.webp') where id = ${ada.id}`,
      ],
      mend: [
        sql`update product set image_id = kept.image_id from kept where kept.id = product.id`,
        sql`update order_line set image_id = kept.image_id from kept
          where kept.order_id = order_line.order_id and name = 'Straw hat'`,
        sql`update "user" set profile_image = replace(profile_image, '0/320.webp', '/320.webp') where id = ${ada.id}`,
        sql`alter table product add foreign key (image_id) references image`,
        sql`alter table order_line add foreign key (image_id) references image`,
        sql`drop table kept`,
      ],
      says: [
        {
          sentence: expect.stringMatching(/^The profile of Ada names the picture [0-9a-f]+0, which is not there\.$/),
          link: '/dashboard/users?q=ada%40shop.test',
        },
        {
          sentence: 'Silk dress names the picture gone1, which is not there.',
          link: `/dashboard/update-product/${dress}`,
        },
        { sentence: 'Gold ring names the picture gone2, which is not there.', link: inAudit(ring) },
        {
          sentence: `Order ${paid.order_id} names the picture gone3, which is not there.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'product-sizes',
      what: 'a product without a size, and one with sizes of two runs',
      break: [
        sql`update variant set deleted_at = now() where id = ${dress}`,
        sql`insert into variant (id, product_id, size, place, created_at) values (${undone}, ${hat}, 'acc-M', 1, now())`,
      ],
      mend: [
        sql`delete from variant where id = ${undone}`,
        sql`update variant set deleted_at = null where id in (${dress}, ${hat})`,
      ],
      says: [
        { sentence: 'Silk dress has no size.', link: `/dashboard/update-product/${dress}` },
        {
          sentence: 'Straw hat has sizes of 2 runs.',
          link: `/dashboard/update-product/${hat}`,
        },
      ],
    },
    {
      rule: 'shown-sizes',
      what: 'a size that lists show and the product does not have',
      break: [sql`update product set card = '{"sizes": [{"id": "a", "size": "alpha-M"}]}' where id = ${dress}`],
      mend: [sql`update product set card = null where id = ${dress}`],
      says: [
        {
          sentence: 'Silk dress: lists show other sizes than it has.',
          link: `/dashboard/update-product/${dress}`,
        },
      ],
    },
    {
      rule: 'bought-sizes',
      what: 'a line of an order with a variant of another product',
      break: [sql`update order_line set variant_id = ${hat} where order_id = ${paid.id} and name = 'Silk dress'`],
      mend: [sql`update order_line set variant_id = ${dress} where order_id = ${paid.id} and name = 'Silk dress'`],
      says: [
        {
          sentence: `Order ${paid.order_id}: its line of Silk dress names the variant One size, which is not what was bought.`,
          link: inOrder(paid.order_id),
        },
      ],
    },
    {
      rule: 'stock-ledger',
      what: 'a piece that came from nowhere',
      break: [sql`update stock set on_hand = on_hand + 1 where variant_id = ${ring}`],
      mend: [sql`update stock set on_hand = on_hand - 1 where variant_id = ${ring}`],
      says: [
        {
          sentence: 'Gold ring: there are 9 with 2 held, the ledger says 8 with 2.',
          link: `/dashboard/update-product/${ring}`,
        },
      ],
    },
    {
      rule: 'stock-holds',
      what: 'a piece that is held for nobody',
      break: [
        sql`update stock set held = held + 1 where variant_id = ${ring}`,
        sql`insert into stock_movement (variant_id, kind, held, order_id, at) values (${ring}, 'held', 1, ${waiting.id}, now())`,
      ],
      mend: [
        sql`update stock set held = held - 1 where variant_id = ${ring}`,
        sql`insert into stock_movement (variant_id, kind, held, order_id, at) values (${ring}, 'released', -1, ${waiting.id}, now())`,
      ],
      says: [
        {
          sentence: 'Gold ring: 3 are held, open orders and swaps have 2.',
          link: `/dashboard/update-product/${ring}`,
        },
      ],
    },
    {
      rule: 'stock-sales',
      what: 'an order that has taken more than was paid',
      break: [sql`update order_line set owed = 1 where order_id = ${refunded.id}`],
      mend: [sql`update order_line set owed = 0 where order_id = ${refunded.id}`],
      says: [
        {
          sentence: `Order ${refunded.order_id} has taken 1 pieces of Gold ring, 0 are right.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'stock-cancelled',
      what: 'a cancelled order whose pieces did not come back',
      break: [sql`update "order" set cancelled_at = now() where id = ${refunded.id}`],
      mend: [sql`update "order" set cancelled_at = null where id = ${refunded.id}`],
      says: [
        {
          sentence: `The cancelled order ${refunded.order_id} took 1 pieces of Gold ring, 0 came back.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'stock-put-back',
      what: 'a refunded piece that was put back and is not for sale',
      break: [sql`update order_line set put_back = 1 where order_id = ${refunded.id} and name = 'Gold ring'`],
      mend: [sql`update order_line set put_back = 0 where order_id = ${refunded.id}`],
      says: [
        {
          sentence: `Of order ${refunded.order_id} 1 pieces of Gold ring were put back, 0 are on the shelf.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'returns',
      what: 'more pieces that came back than were sent',
      break: [addReturn(cameBack), addReturnLine(cameBack, { quantity: 2, arrived: 2 })],
      mend: [
        sql`delete from return_line where return_id = ${cameBack}`,
        sql`delete from return where id = ${cameBack}`,
      ],
      says: [
        {
          sentence: `2 of Gold ring came back of order ${refunded.order_id}, 1 were sent.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'returns-restocked',
      what: 'a piece on the shelf that no return put there',
      break: [
        addReturn(shelved),
        addReturnLine(shelved, { quantity: 1, arrived: 0 }),
        ...moveRing('returned', 1, sql`${refunded.id}, ${shelved}`),
      ],
      mend: [
        sql`update return_line set arrived = 1, restocked = 1 where return_id = ${shelved}`,
        ...moveRing('counted', -1, sql`null, null`),
      ],
      says: [
        {
          sentence: `Returns of order ${refunded.order_id} put 1 of Gold ring on the shelf, they say 0.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'returns-swaps',
      what: 'a swap that ended and took its piece',
      break: [
        addReturn(swapped),
        addReturnLine(swapped, { quantity: 1, arrived: 0 }),
        sql`update return_line set swap_variant_id = ${ring}, swap_state = 'ended' where return_id = ${swapped}`,
        ...moveRing('sold', -1, sql`null, ${swapped}`),
      ],
      mend: [
        sql`update return_line set swap_state = 'sent' where return_id = ${swapped}`,
        ...moveRing('counted', 1, sql`null, null`),
      ],
      says: [
        {
          sentence: `A swap of order ${refunded.order_id} took 1 of Gold ring and holds 0.`,
          link: inOrder(refunded.order_id),
        },
      ],
    },
    {
      rule: 'stock-shown',
      what: 'a product that lists show as sold out',
      break: [sql`update product set sold_out = true where id = ${dress}`],
      mend: [sql`update product set sold_out = false where id = ${dress}`],
      says: [{ sentence: 'Silk dress is not shown as its stock says.', link: `/dashboard/update-product/${dress}` }],
    },
    {
      rule: 'stock-shown',
      what: 'a product in a list by a size that it does not have',
      break: [sql`update product set fits = fits | size_bit('alpha-M') where id = ${dress}`],
      mend: [sql`update product set fits = fits & ~size_bit('alpha-M') where id = ${dress}`],
      says: [{ sentence: 'Silk dress is not shown as its stock says.', link: `/dashboard/update-product/${dress}` }],
    },
    {
      rule: 'size-counts',
      what: 'a count by size that is not that of the products, and one of none that was left',
      break: [
        sql`update product_fits_count set n = n + 2 where bucket = 700000000 and category = 'dress' and color = ''`,
        sql`insert into product_fits_count values ('', '', 700000000, size_bit('ring-54'), 0)`,
      ],
      mend: [
        sql`update product_fits_count set n = n - 2 where bucket = 700000000 and category = 'dress' and color = ''`,
        sql`delete from product_fits_count where n = 0`,
      ],
      says: [
        {
          sentence: 'any color of dress in some sizes: 4 counted, 2 on sale.',
          link: '/shop?category=dress&inStock=1',
        },
        {
          sentence: 'any color of any category in some sizes: 0 counted, 0 on sale.',
          link: '/shop?inStock=1',
        },
      ],
    },
    {
      rule: 'sale-counts',
      what: 'a count of reduced products that is not theirs, and one of none that was left',
      break: [
        sql`update product_sale_count set n = n + 2 where bucket = 700000000 and category = '' and color = '' and fits = -1`,
        sql`insert into product_sale_count values ('dress', '', 700000000, size_bit('ring-54'), 0)`,
      ],
      mend: [
        sql`update product_sale_count set n = n - 2 where bucket = 700000000 and category = '' and color = '' and fits = -1`,
        sql`delete from product_sale_count where n = 0`,
      ],
      says: [
        {
          sentence: 'any color of any category with an old price: 3 counted, 1 on sale.',
          link: '/shop?sale=1',
        },
        {
          sentence: 'any color of dress with an old price: 0 counted, 0 on sale.',
          link: '/shop?category=dress&sale=1',
        },
      ],
    },
    {
      rule: 'undone-once',
      what: 'a deletion that was taken back twice',
      break: [
        sql`insert into audit (id, at, actor, action, record, record_id)
          values (${undone}, now(), ${olga.id}, 'undo', 'product', ${hat})`,
      ],
      mend: [sql`delete from audit where id = ${undone}`],
      says: [
        {
          sentence: `The product ${hat} was brought back 3 times, and 2 times there was something to take back.`,
          link: inAudit(hat),
        },
      ],
    },
    {
      rule: 'undo-overlaps',
      what: 'a deletion that was taken back while a second one stood',
      break: [
        sql`insert into audit (id, at, actor, action, record, record_id, undone_at) values
          (${deletion}, ${ago(50)}, ${olga.id}, 'delete', 'product', ${dress}, ${ago(30)}),
          (${line}, ${ago(40)}, ${ada.id}, 'delete', 'product', ${dress}, ${ago(20)}),
          (${stray}, ${ago(30)}, ${olga.id}, 'undo', 'product', ${dress}, null),
          (${undone}, ${ago(20)}, ${ada.id}, 'undo', 'product', ${dress}, null)`,
      ],
      mend: [sql`delete from audit where record_id = ${dress} and at < ${ago(19)}`],
      says: [
        {
          sentence: `The product ${dress}: what olga@shop.test did was taken back while ‘delete’ by ada@shop.test stood on it.`,
          link: inAudit(dress),
        },
      ],
    },
    {
      rule: 'undo-overlaps',
      what: 'an import that was taken back over a later change of one of its products',
      break: [
        sql`insert into product_import (id, file, created_at, applied_at)
          values (${stray}, 'goods.csv', ${ago(50)}, ${ago(50)})`,
        sql`insert into product_import_row (import_id, product_id, line, kind) values
          (${stray}, ${dress}, 2, 'changed'), (${stray}, ${hat}, 3, 'unchanged')`,
        sql`insert into audit (id, at, actor, action, record, record_id, undone_at) values
          (${deletion}, ${ago(50)}, ${olga.id}, 'import', 'import', ${stray}, ${ago(30)}),
          (${line}, ${ago(40)}, ${ada.id}, 'update', 'product', ${dress}, null),
          (${undone}, ${ago(30)}, ${olga.id}, 'undo', 'import', ${stray}, null)`,
      ],
      mend: [
        sql`delete from audit where id in (${deletion}, ${line}, ${undone})`,
        sql`delete from product_import where id = ${stray}`,
      ],
      says: [
        {
          sentence: `The import ${stray}: what olga@shop.test did was taken back while ‘update’ by ada@shop.test stood on it.`,
          link: inAudit(stray),
        },
      ],
    },
    {
      rule: 'deletions',
      what: 'what is deleted without a deed, and a deed without a deletion',
      break: [
        sql`update product set deleted_at = now() where id = ${hat}`,
        sql`update "order" set deleted_at = null where id = ${refunded.id}`,
        sql`update "user" set deleted_at = null where id = ${bea.id}`,
      ],
      mend: [
        sql`update product set deleted_at = null where id = ${hat}`,
        sql`update "order" set deleted_at = now() where id = ${refunded.id}`,
        sql`update "user" set deleted_at = now() where id = ${bea.id}`,
      ],
      says: [
        {
          sentence: 'The product Straw hat is deleted, and the audit names nobody who did it.',
          link: inAudit(hat),
        },
        {
          sentence: 'The user bea@shop.test is there, and the audit says that it is deleted.',
          link: inAudit(bea.id),
        },
        {
          sentence: `The order ${refunded.order_id} is there, and the audit says that it is deleted.`,
          link: inAudit(refunded.id),
        },
      ],
    },
    {
      rule: 'admins',
      what: 'a shop without an admin',
      break: [sql`update "user" set bio = role, role = 'user' where deleted_at is null and id <> ${ada.id}`],
      mend: [sql`update "user" set role = bio, bio = '' where deleted_at is null and id <> ${ada.id}`],
      says: [
        {
          sentence: "Nobody is an admin: make somebody one with the owner's command user:promote.",
          link: '/dashboard/users',
        },
      ],
    },
  ]

  test.each(cases)('$rule: $what', async ({ rule, says, ...statements }) => {
    await run(...statements.break)
    const broken = await shop.broken()
    await run(...statements.mend)
    expect(Object.keys(broken)).toEqual([rule])
    expect(broken[rule]).toHaveLength(says.length)
    expect(broken[rule]).toEqual(expect.arrayContaining(says))
    expect(await shop.broken()).toEqual({})
  })

  test('the first hundred breaks are listed, and all are counted', async () => {
    const change = (n: number) =>
      sql`insert into product_count_change (categories, colors, prices, numbers)
        select array_fill('dress'::text, array[250]), array_fill('red'::text, array[250]),
          array(select generate_series(500000, 500249)), array_fill(${n}::integer, array[250])`.execute(db)
    await change(1)
    const { rules } = await checkShop(book)
    const counts = rules.find(({ rule }) => rule === 'product-counts')
    expect(counts?.broken).toBe(250)
    expect(counts?.breaks).toHaveLength(100)
    await change(-1)
  })
})

describe('what the provider says', () => {
  const { payments } = book
  const { paid } = orders
  const saysOf = async () => (await shop.broken())['provider-payments'] ?? []
  const expiresAt = () => new Date(+clock.now() + 40 * 60_000)
  const newPayment = (orderId: string, cents: number, attempt: number) => ({
    orderId,
    orderNumber: 1001,
    attempt,
    lines: [{ name: 'Silk dress', unitCents: cents, quantity: 1 }],
    totalCents: cents,
    currency: 'usd',
    successUrl: 'http://shop.test/success',
    cancelUrl: 'http://shop.test/shop',
    expiresAt: expiresAt(),
  })
  async function payElsewhere(orderId: string, cents: number, attempt = 2) {
    const { id } = await payments.createSession(newPayment(orderId, cents, attempt))
    await shop.pay(id)
    return id
  }

  test('a payment without an order is named, one of another shop is not', async () => {
    const id = await payElsewhere('lost-order', 5_000)
    expect(await saysOf()).toEqual([
      {
        sentence: `The payment ${id} of $50.00 names the order lost-order, which is not here.`,
        link: '/dashboard/manage-orders?q=lost-order',
      },
    ])
    await sql`update sandbox.session set params = params - 'metadata' where id = ${id}`.execute(db)
    expect(await saysOf()).toEqual([])
  })

  test('a second payment of an order is named', async () => {
    const id = await payElsewhere(paid.order_id, 27_500)
    expect(await saysOf()).toEqual([
      {
        sentence: `Order ${paid.order_id}: The payment ${id} of $275.00 is a second one, the order was paid with ${paid.payment_session}.`,
        link: inOrder(paid.order_id),
      },
    ])
    await sql`delete from sandbox.session where id = ${id}`.execute(db)
    expect(await saysOf()).toEqual([])
  })

  test('a payment that the shop has not been notified of for an hour is named', async () => {
    shop.sandbox.faults.dropEvents = 1
    const { sessionId, orderId } = await shop.orderSomething(20)
    await shop.pay(sessionId)
    expect(await saysOf()).toEqual([])
    clock.move(61 * 60_000)
    expect(await saysOf()).toEqual([
      {
        sentence: `Order ${orderId}: The payment ${sessionId} of $20.00 has arrived, the order is awaiting.`,
        link: inOrder(orderId),
      },
    ])
    shop.sandbox.faults.dropEvents = 0
    expect((await shop.confirm(sessionId)).status).toBe(200)
    expect(await saysOf()).toEqual([])
  })

  test('a refund that exists only at the provider is named', async () => {
    const { sessionId, orderId } = await shop.orderSomething(30)
    await shop.pay(sessionId)
    await shop.confirm(sessionId)
    expect(await saysOf()).toEqual([])
    clock.move(1)
    shop.sandbox.faults.dropEvents = 1
    await shop.refundAtProvider(sessionId)
    shop.sandbox.faults.dropEvents = 0
    expect(await saysOf()).toEqual([
      {
        sentence: `Order ${orderId}: The payment ${sessionId} of $30.00 was given back, the order is paid.`,
        link: inOrder(orderId),
      },
    ])
    const { id } = await shop.stored(orderId)
    expect(
      (await shop.app.inject({ method: 'POST', url: `/api/orders/refund/${id}`, headers: shop.asOlga })).statusCode,
    ).toBe(200)
    clock.move(1)
    expect(await saysOf()).toEqual([])
  })

  test('a partial refund that exists only at the provider is named', async () => {
    const { sessionId, orderId } = await shop.orderSomething(30)
    await shop.pay(sessionId)
    await shop.confirm(sessionId)
    clock.move(1)
    shop.sandbox.faults.dropEvents = 1
    await shop.refundAtProvider(sessionId, 1_000)
    shop.sandbox.faults.dropEvents = 0
    expect(await saysOf()).toEqual([
      {
        sentence: `Order ${orderId}: The payment ${sessionId} of $30.00: $10.00 of it went back, the order knows of $0.00.`,
        link: inOrder(orderId),
      },
    ])
    await shop.refundAtProvider(sessionId, 500) // its event contains both refunds
    await expect.poll(saysOf).toEqual([])
  })

  test('another amount is named, until an admin has accepted it', async () => {
    const { sessionId, orderId } = await shop.orderSomething(40)
    await shop.pay(sessionId)
    await shop.confirm(sessionId)
    const { id } = await shop.stored(orderId)
    await run(
      sql`update "order" set amount_cents = 4100, goods_cents = 4100 where id = ${id}`,
      sql`update order_line set unit_cents = 4100 where order_id = ${id}`,
    )
    clock.move(1)
    expect(await saysOf()).toEqual([
      {
        sentence: `Order ${orderId}: The payment ${sessionId} of $40.00 is not its amount, $41.00.`,
        link: inOrder(orderId),
      },
    ])
    await sql`insert into audit (id, at, action, record, record_id)
      values (${someId()}, now(), 'accept payment', 'order', ${id})`.execute(db)
    expect(await saysOf()).toEqual([])
  })

  test('is not known when the provider does not answer', async () => {
    shop.sandbox.faults.api5xx = 1
    const { rules } = await checkShop(book)
    shop.sandbox.faults.api5xx = 0
    expect(rules.find(({ rule }) => rule === 'provider-payments')).toMatchObject({
      broken: 0,
      unknown: 'The payment provider could not be asked.',
    })
  })
})

test('a payment that is accepted after its refund has failed counts as paid once', async () => {
  for (const value of ['refunded', 'review', 'paid'])
    await db
      .insertInto('order_event')
      .values({ order_id: orders.paid.id, kind: 'payment', value, actor: 'x', at: clock.now() })
      .execute()
  const { rules } = await checkShop(book)
  await db.deleteFrom('order_event').where('actor', '=', 'x').execute()
  expect(rules.filter(({ broken }) => broken > 0)).toEqual([])
})

test('a refund that has been pending for more than a day is shown, and so is an open dispute', async () => {
  const noteOf = async (rule: string) => (await checkShop(book)).rules.find(found => found.rule === rule)?.note
  const slow = {
    id: someId(),
    order_id: orders.paid.id,
    cents: 500,
    state: 'asked',
    provider_id: null,
    reason: null,
  } as const
  const at = new Date(Date.now() - 25 * 60 * 60_000)
  await db
    .insertInto('refund')
    .values({ ...slow, actor: 'x', actor_id: null, at, updated_at: at, check_at: at })
    .execute()
  const told = { cents: 900, reason: 'general', at, updated_at: at, due_by: new Date('2030-05-04T12:00:00Z') }
  for (const [id, status] of [
    ['du_open', 'needs_response'],
    ['du_won', 'won'],
  ] as const)
    await db
      .insertInto('dispute')
      .values({ id, order_id: orders.paid.id, status, ...told })
      .execute()
  expect(await noteOf('refunds')).toBe(`Under way for more than a day: $5.00 of the order ${orders.paid.order_id}.`)
  expect(await noteOf('disputes')).toBe(
    `Open: $9.00 of the order ${orders.paid.order_id}, to be answered by 4 May 2030.`,
  )
  await db.deleteFrom('refund').where('id', '=', slow.id).execute()
  await db.deleteFrom('dispute').execute()
  expect([await noteOf('refunds'), await noteOf('disputes')]).toEqual([undefined, undefined])
})

test('all rules see the same snapshot of the shop', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: isMade, resolve: letGo } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async other => {
    await sql`lock table review in access exclusive mode`.execute(other)
    hold()
    await isMade
  })
  await isHeld
  const checking = checkShop(book)
  await expect.poll(async () => (await sql.raw(waitingForLocks).execute(db)).rows.length).toBe(1)
  const { id } = await createUser(db, { role: 'admin' })
  letGo()
  await holding
  const { rules } = await checking
  expect(rules.find(({ rule }) => rule === 'admins')?.checked).toBe(2)
  await db.deleteFrom('user').where('id', '=', id).execute()
})
