import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCents, toDollars } from '#domain/money.ts'
import { cartLimits, totalsOf } from '#domain/orders/cart.ts'
import { openCheckout, sell } from '../orders/orders.fixture.ts'

const prices = fc.sample(fc.integer({ min: 50, max: 20_000 }), { numRuns: 60, seed: 7 })
let shop: Awaited<ReturnType<typeof openCheckout>>
let products: { _id: string; cents: number }[]
beforeAll(async () => {
  shop = await openCheckout()
  products = await Promise.all(
    prices.map(async cents => ({ _id: await sell(shop.db, { price: toDollars(cents) }), cents })),
  )
})
afterAll(() => shop.close())

const carts = fc.uniqueArray(
  fc.record({
    product: fc.nat(prices.length - 1),
    quantity: fc.integer({ min: 1, max: cartLimits.quantity }),
  }),
  { selector: ({ product }) => product, minLength: 1, maxLength: cartLimits.lines },
)
type Lines = { product: number; quantity: number }[]

/** Returns the total of a cart from every place that has one, each computed by its own code. */
async function sumsOf(lines: Lines) {
  const cart = lines.map(({ product, quantity }) => {
    const { _id = '', cents = 0 } = products[product] ?? {}
    return { _id, cents, quantity }
  })
  const shown = cart.map(line => ({
    ...line,
    price: toDollars(line.cents),
    name: '',
    image: '',
    category: '',
    color: '',
  }))
  const { status, body } = await shop.checkout(cart)
  expect(status).toBe(200)
  const order = await shop.db
    .selectFrom('order')
    .select(['id', 'amount_cents'])
    .where('payment_session', '=', body.id)
    .executeTakeFirstOrThrow()
  const stored = await shop.db.selectFrom('order_line').selectAll().where('order_id', '=', order.id).execute()
  const session = await shop.payments.findSession(body.id)
  const page = await shop.app.inject(`/sandbox/pay/${body.id}`)
  return {
    exact: cart.reduce((sum, { cents, quantity }) => sum + BigInt(cents) * BigInt(quantity), 0n),
    cart: totalsOf(shown).totalCents,
    lines: stored.reduce((sum, { unit_cents, quantity }) => sum + unit_cents * quantity, 0),
    order: order.amount_cents,
    provider: session?.amountCents,
    pageLines: sumOfLines(page.body),
    page: /<h1\b[^$]*(\$[\d,.]+)/s.exec(page.body)?.[1],
  }
}

function sumOfLines(html: string): number {
  const shown = [...html.matchAll(/class="sum">\$([\d,]+)\.(\d\d)</g)]
  return shown.reduce((sum, [, dollars = '', cents]) => sum + Number(dollars.replaceAll(',', '') + cents), 0)
}

test('1,000 random carts cost the same to the cent in cart, lines, order, provider and page', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(carts, { minLength: 20, maxLength: 20 }), async batch => {
      for (const { exact, ...sums } of await Promise.all(batch.map(sumsOf))) {
        const cents = Number(exact)
        expect(sums).toEqual({
          cart: cents,
          lines: cents,
          order: cents,
          provider: cents,
          pageLines: cents,
          page: formatCents(cents),
        })
        seen++
      }
    }),
    { numRuns: 50, endOnFailure: true },
  )
  expect(seen).toBe(1_000)
})
