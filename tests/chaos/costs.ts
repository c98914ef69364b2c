// Random carts with discount codes, ways of delivery, taxes and currencies: every place that states their amount states the same one.
//   node tests/chaos/costs.ts [--seed N]
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import type { Invoice } from '#domain/costs/invoice.ts'
import type { Order, ShownOrder } from '#domain/orders/order.ts'
import { totalOf } from '../../src/sandbox/accepted.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { atOnce } from './support/load/at-once.ts'
import * as shop from './support/shop-in-hand.ts'
import { comeBack, json, pay, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const carts = 10_000
const visitors = 8
/** One of so many orders is refunded in parts. */
const refundedEvery = 4
const { values: options } = parseArgs({ options: { seed: { type: 'string' } }, strict: false })
const seed = Number(options.seed ?? Date.now() % 2 ** 31)

/** Prices in the smallest unit of the currency, all above the provider's least. */
const prices = [150, 199, 333, 999, 1_999, 4_990, 12_050, 33_333, 250_001, 999_999]
const categories = ['dress', 'shoes', 'cosmetics', 'accessories']
const currencies = [
  { code: 'USD', digits: 2 },
  { code: 'EUR', digits: 2 },
  { code: 'JPY', digits: 0 },
]
const methods = [
  { name: 'Standard', priceCents: 701, freeFromCents: 10_000, minDays: 2, maxDays: 4, isPickup: false },
  { name: 'By hand', priceCents: 2_999, freeFromCents: null, minDays: 1, maxDays: 1, isPickup: false },
  { name: 'In the shop', priceCents: 0, freeFromCents: null, minDays: 0, maxDays: 1, isPickup: true },
]
const delivery = {
  zones: [
    { name: 'Near', countries: ['DE', 'AT'], methods },
    { name: 'Far', countries: ['JP', 'US'], methods: [{ ...methods[0], name: 'Parcel', priceCents: 3_333 }] },
  ],
}
const tax = {
  kind: 'included',
  label: 'VAT',
  rates: [
    { country: 'DE', bp: 1_900 },
    { country: 'AT', bp: 2_000 },
    { country: 'JP', bp: 1_000 },
  ],
}
const codes = [
  { code: 'THIRD', kind: 'percent', value: 3_333, category: null },
  { code: 'SHOES', kind: 'percent', value: 1_750, category: 'shoes' },
  { code: 'OFF', kind: 'fixed', value: 777, category: null },
  { code: 'FREE', kind: 'delivery', value: 0, category: null },
]

const choice = fc.oneof(
  fc.record({ country: fc.constantFrom('DE', 'AT'), method: fc.constantFrom(...methods.map(({ name }) => name)) }),
  fc.record({ country: fc.constantFrom('JP', 'US'), method: fc.constant('Parcel') }),
)
const cart = (ids: string[]) =>
  fc.record({
    products: fc.uniqueArray(fc.record({ _id: fc.constantFrom(...ids), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ _id }) => _id,
    }),
    choice,
    code: fc.option(fc.constantFrom(...codes.map(({ code }) => code)), { nil: undefined }),
  })

/** Names an amount in the smallest unit wherever one is stated. */
type Stated = Record<string, number>

async function openShop(currency: string): Promise<string[]> {
  await shop.start('', {})
  const sections = {
    currency: { code: currency, priceBands: [50, 100, 200] },
    delivery,
    tax,
  }
  for (const [section, value] of Object.entries(sections))
    await shop.query(
      `insert into shop_setting (section, value, version, changed_at) values ($1, $2, 1, now())
       on conflict (section) do update set value = excluded.value`,
      [section, JSON.stringify(value)],
    )
  for (const { code, kind, value, category } of codes)
    await shop.query(
      `insert into discount_code (id, code, kind, value, category, created_at, updated_at) values ($1, $2, $3, $4, $5, now(), now())`,
      [randomUUID(), code, kind, value, category],
    )
  const ids = await Promise.all(prices.map(price => shop.sellProduct(price)))
  for (const [n, id] of ids.entries())
    await shop.query('update product set category = $2 where id = $1', [id, categories[n % categories.length]])
  await shop.stop()
  await shop.start('', {}) // it reads the currency when it starts
  return ids
}

const refunds = fc.array(
  fc.record({
    line: fc.nat(),
    quantity: fc.nat(),
    delivery: fc.boolean(),
    part: fc.double({ min: 0, max: 0.5, noNaN: true }),
  }),
  { minLength: 1, maxLength: 3 },
)

/** Refunds an order in parts, each of some pieces, perhaps the delivery, and a further amount; then the rest. */
async function refundAll(id: string, headers: { cookie: string }, unit: number, seed: number): Promise<Stated> {
  const units = (amount: number) => Math.round(amount * unit)
  const read = async <T>(address: string): Promise<T> =>
    JSON.parse((await visit('order', address, { headers })).body).data
  const address = `/api/orders/order/${id}`
  const send = async (body: object) => {
    const { _id } = await read<ShownOrder>(address)
    const sent = json({ key: randomUUID(), ...body })
    return await visit('refund', `/api/orders/refund/${_id}`, { ...sent, headers: { ...sent.headers, ...headers } })
  }
  let asked = 0
  for (const { line, quantity, delivery, part } of fc.sample(refunds, { numRuns: 1, seed })[0] ?? []) {
    const { refundable } = await read<ShownOrder>(address)
    const chosen = refundable?.lines[line % refundable.lines.length]
    if (!refundable || !chosen || chosen.pieces.length === 0) continue
    const pieces = (quantity % chosen.pieces.length) + 1
    const goods = units(chosen.pieces[pieces - 1] ?? 0)
    const way = delivery ? units(refundable.delivery) : 0
    const further = Math.floor((units(refundable.amount) - goods - way) * part)
    const { status } = await send({
      lines: [{ position: chosen.position, quantity: pieces }],
      delivery: way > 0,
      ...(further > 0 && { amount: further / unit }),
    })
    if (status === 200) asked += goods + way + further
  }
  const { refunded = 0, amount = 0 } = await read<ShownOrder>(address)
  const midway = { asked, 'refunded midway': units(refunded) }
  if (refunded < amount) await send({})
  await shop.until('every refund has its credit note', async () => {
    return (
      (await shop.one<number>(
        'select count(*)::int from invoice_due join "order" o on o.id = invoice_due.order_id where o.order_id = $1',
        [id],
      )) === 0
    )
  })
  const notes = (await read<Invoice[]>(`${address}/invoices`)).filter(({ kind }) => kind === 'credit note')
  const [invoice] = (await read<Invoice[]>(`${address}/invoices`)).filter(({ kind }) => kind === 'invoice')
  const order = await read<ShownOrder>(address)
  return {
    ...midway,
    amount: units(order.amount ?? 0),
    refunded: units(order.refunded ?? 0),
    'credit notes': notes.reduce((sum, { total }) => sum + units(total), 0),
    'their lines': notes.flatMap(({ lines }) => lines).reduce((sum, { total }) => sum + units(total), 0),
    'the provider': Number(
      await shop.one(
        `select sum(refund.amount) from sandbox.refund join sandbox.session using (payment_intent)
           join "order" on payment_session = session.id where order_id = $1`,
        [id],
      ),
    ),
    'tax of the invoice': units(invoice?.tax ?? 0),
    'tax of the credit notes': notes.reduce((sum, { tax }) => sum + units(tax), 0),
  }
}

/** Whether what was refunded agrees everywhere. */
function isExact(stated: Stated): boolean {
  const {
    asked,
    'refunded midway': midway,
    'tax of the invoice': tax,
    'tax of the credit notes': credited,
    ...sums
  } = stated
  return asked === midway && tax === credited && new Set(Object.values(sums)).size === 1
}

async function tryCurrency({ code, digits }: (typeof currencies)[number], count: number) {
  const unit = 10 ** digits
  const units = (amount: number) => Math.round(amount * unit)
  const ids = await openShop(code)
  const admin = await signInAdmin()
  const sums = new Map<number, Stated>()
  const refused: string[] = []
  await atOnce(visitors, fc.sample(cart(ids), { numRuns: count, seed }), async ({ products, choice, code }) => {
    const body = { products, ...choice, ...(code && { code }) }
    const quote = await visit('quote', '/api/orders/quote', json(body))
    const begun = await visit('checkout', '/api/orders/create-checkout-session', json(body))
    if (begun.status !== 200) {
      refused.push(`${begun.status} ${begun.body} for ${JSON.stringify(body)}`)
      return
    }
    const session = JSON.parse(begun.body).id as string
    if (!(await pay(session, shop.origin, choice.country)) || !(await comeBack(session)))
      throw new Error(`${session} could not be paid`)
    const id = await shop.one<string>('select order_id from "order" where payment_session = $1', [session])
    const read = async <T>(address: string): Promise<T> =>
      JSON.parse((await visit('order', address, { headers: admin })).body).data
    const order = await read<Order>(`/api/orders/order/${id}`)
    const { costs } = order
    if (!costs) throw new Error(`${id} has no costs`)
    sums.set(order.number, {
      'the quote': units(JSON.parse(quote.body).data.total),
      'the order': units(order.amount ?? 0),
      'the parts of the page and the slip': units(costs.goods) - units(costs.discount) + units(costs.delivery),
      'the lines': await shop.one<number>(
        `select (sum(unit_cents * quantity - line.discount_cents) + max("order".delivery_cents))::int
           from order_line line join "order" on "order".id = line.order_id where "order".order_id = $1`,
        [id],
      ),
      'the provider': totalOf(await shop.one('select params from sandbox.session where id = $1', [session])),
    })
  })
  const orders = [...sums.keys()]
  await shop.until('every order has its invoice', async () => {
    const issued = await shop.one<number>(`select count(*)::int from invoice where kind = 'invoice'`)
    return issued >= orders.length
  })
  await atOnce(visitors, orders, async number => {
    const stated = sums.get(number) ?? {}
    const id = await shop.one<string>('select order_id from "order" where number = $1', [number])
    const address = `/api/orders/order/${id}/invoices`
    const [invoice]: Invoice[] = JSON.parse((await visit('invoice', address, { headers: admin })).body).data
    if (!invoice) return
    stated['the invoice'] = units(invoice.total)
    stated['the lines of the invoice'] = invoice.lines.reduce((sum, { total }) => sum + units(total), 0)
    stated['its net and tax'] = units(invoice.net) + units(invoice.tax)
  })
  await shop.until('every e-mail is sent', () => shop.countEmails() >= orders.length)
  for (const { number, total } of confirmations(digits)) {
    const stated = sums.get(number)
    if (stated) stated['the e-mail'] = total
  }
  const returned: Stated[] = []
  await atOnce(
    visitors,
    orders.filter(number => number % refundedEvery === 0),
    async number => {
      const id = await shop.one<string>('select order_id from "order" where number = $1', [number])
      returned.push(await refundAll(id, admin, unit, seed + number))
    },
  )
  const broken = await countBrokenRules()
  await shop.cleanUp()
  return { sums, refused, returned, broken }
}

/** The totals of the confirmations in the outbox, as a person reads them, in the smallest unit. */
function* confirmations(digits: number): Generator<{ number: number; total: number }> {
  for (const file of globSync(path.join(shop.dataDir(), 'outbox/*.eml'))) {
    const text = decode(readFileSync(file, 'utf8'))
    const number = /order #(\d+)/.exec(text)?.[1]
    const total = /^Total: (.+)$/m.exec(text)?.[1]
    const fraction = total?.split('.')[1]?.length ?? 0
    if (number && total && fraction === digits)
      yield { number: Number(number), total: Number(total.replace(/\D/g, '')) }
  }
}

/** Decodes quoted-printable text (RFC 2045 6.7). */
const decode = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16))),
    'latin1',
  ).toString()

const places = 9

async function tryAll({ times, none, note }: TrialContext): Promise<void> {
  note('seed', seed)
  for (const currency of currencies) {
    const { sums, refused, returned, broken } = await tryCurrency(currency, Math.ceil(times(carts) / currencies.length))
    const stated = [...sums.values()]
    const differing = stated.filter(each => new Set(Object.values(each)).size !== 1)
    const silent = stated.filter(each => Object.keys(each).length !== places)
    for (const each of [...differing, ...silent].slice(0, 5)) console.error(each)
    note(`${currency.code}: orders paid, and carts refused`, `${stated.length} and ${refused.length}`)
    none('amounts that differ between two places', differing.length)
    none('places that state none', silent.length)
    const others = refused.filter(each => !each.startsWith('409') && !each.includes('must come to at least'))
    for (const each of others.slice(0, 5)) console.error(each)
    none('carts refused for another reason than their code, or too small an amount', others.length)
    const inexact = returned.filter(each => !isExact(each))
    for (const each of inexact.slice(0, 5)) console.error(each)
    note('orders refunded in parts, then as a whole', returned.length)
    none('of them with sums that differ', inexact.length)
    none('rules broken', broken)
  }
}

await trial('Every place that states what an order costs states the same amount.', async context => {
  try {
    await tryAll(context)
  } finally {
    await shop.cleanUp()
  }
})
