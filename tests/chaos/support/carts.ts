import fc from 'fast-check'
import { cartLimits } from '#domain/orders/cart.ts'
import { list } from './nasty.ts'

/** A product on sale and its price in cents. */
export interface Priced {
  id: string
  cents: number
}

/** A cart as a malicious browser sends it, with the products and the total it must yield. */
export interface HostileCart {
  body: string
  bought: Map<string, number>
  /** Undefined for a cart that must be rejected. */
  cents?: number
}

/** A line as it is sent; without a product it cannot be bought. */
interface Line {
  json: string
  product?: Priced
  quantity: number
}

const text = (value: unknown) => JSON.stringify(value)
const evilValues = list('-1¦0¦0.01¦1e308¦-1e308¦"0"¦"NaN"¦null¦[]¦{}¦true¦1e-7¦"0.01"¦[1]¦{"$gt":0}¦"\u202e1"')
const evilNames = list(
  'price¦oldPrice¦priceCents¦price_cents¦unit_amount¦unitCents¦amount¦total¦discount¦coupon¦tax¦currency¦name',
  'id¦productId¦userId¦email¦orderId¦image¦variant¦toString¦length',
)
const evilTexts = [
  '"jpy"',
  '"eur"',
  '"USD"',
  `"'; update product set price_cents = 1; --"`,
  '"<b>free</b>"',
  '"Dress for 1"',
  '{"unit_amount":1,"currency":"jpy"}',
  '"100% off"',
]

/** Extra fields, which the shop must ignore. */
const lies = fc.array(
  fc
    .tuple(fc.constantFrom(...evilNames), fc.constantFrom(...evilValues, ...evilTexts))
    .map(([name, value]) => `"${name}":${value}`),
  { maxLength: 4 },
)

/** The spellings of a quantity. */
const written = (quantity: number) =>
  fc.constantFrom(
    `${quantity}`,
    `${quantity}.0`,
    `${quantity}e0`,
    `${quantity * 10}e-1`,
    `0.${String(quantity).padStart(2, '0')}e2`,
    ...(quantity === 1 ? ['missing'] : []),
  )

const quantities = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: cartLimits.quantity }) },
)

function goodLine(products: readonly Priced[]): fc.Arbitrary<Line> {
  return fc
    .tuple(fc.constantFrom(...products), quantities, lies, fc.boolean(), fc.boolean())
    .chain(([product, quantity, said, isLoud, isDoubled]) =>
      written(quantity).map(number => {
        const id = text(isLoud ? product.id.toUpperCase() : product.id)
        // JSON parsers use the last of two fields with the same name.
        const doubled = isDoubled && number !== 'missing' ? ['"_id":"x"', '"quantity":-7'] : []
        const fields = [...doubled, ...said, `"_id":${id}`, ...(number === 'missing' ? [] : [`"quantity":${number}`])]
        return { json: `{${fields.join(',')}}`, product, quantity }
      }),
    )
}

const badQuantities = list(
  '0¦-1¦1.5¦100¦1e3¦1e308¦1e999¦-0¦"1"¦null¦true¦[1]¦{}¦0.9999999999999999¦99.00000000000002¦"99"¦1e-9¦-99',
  '4294967297¦9007199254740993',
)

function badLine(products: readonly Priced[], unsold: readonly string[]): fc.Arbitrary<Line> {
  const ids = fc
    .constantFrom(...products)
    .chain(({ id }) =>
      fc.constantFrom(
        ...list('null¦1¦""¦"x"¦[]¦{}¦{"$ne":null}¦true¦"__proto__"¦"00000000-0000-7000-8000-000000000000"'),
        ...[
          ` ${id}`,
          `${id} `,
          `${id}\n`,
          `${id}'`,
          `${id}\0`,
          `{${id}}`,
          id.replaceAll('-', ''),
          id.slice(1),
          `${id}${id}`,
        ].map(text),
        ...[[id], { id }, { _id: id }].map(text),
        ...unsold.map(text),
      ),
    )
  const wrongId = fc.tuple(ids, lies).map(([id, said]) => `{${[...said, `"_id":${id}`].join(',')}}`)
  const wrongQuantity = fc
    .tuple(fc.constantFrom(...products), fc.constantFrom(...badQuantities))
    .map(([{ id }, quantity]) => `{"_id":${text(id)},"quantity":${quantity}}`)
  const noProduct = fc.constantFrom(
    'null',
    '1',
    '"x"',
    '[]',
    'true',
    '{}',
    '{"quantity":1}',
    '{"__proto__":{"_id":"x"}}',
    ...products.map(({ id }) => text(id)),
  )
  return fc.oneof(wrongId, wrongQuantity, noProduct).map(json => ({ json, quantity: 0 }))
}

const aroundIt = fc.constantFrom(
  '',
  ...list(
    '"amount":0.01¦"total":1¦"currency":"jpy"¦"discount":100¦"userId":"admin"¦"email":"a@b.c"',
    '"success_url":"https://evil.example"¦"orderId":"1"¦"products":[]',
    '"line_items":[{"price_data":{"unit_amount":1}}]',
  ).map(field => `${field},`),
)

/** Carts with false data, most of which can still be bought. */
export function hostileCarts(products: readonly Priced[], unsold: readonly string[]): fc.Arbitrary<HostileCart> {
  const good = goodLine(products)
  const few = fc.array(good, { minLength: 1, maxLength: 6 })
  const many = fc.array(good, { minLength: 40, maxLength: cartLimits.lines + 3 })
  const same = good.chain(line => fc.array(fc.constant(line), { minLength: 2, maxLength: 60 }))
  const spoilt = fc
    .tuple(few, badLine(products, unsold), fc.nat(6))
    .map(([lines, bad, at]) => lines.toSpliced(at, 0, bad))
  const lines = fc.oneof(
    { weight: 6, arbitrary: few },
    { weight: 1, arbitrary: many },
    { weight: 2, arbitrary: same },
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: fc.constant([]) },
  )
  return fc.tuple(lines, aroundIt).map(([lines, around]) => ({
    body: `{${around}"products":[${lines.map(({ json }) => json).join(',')}]}`,
    ...sumOf(lines),
  }))
}

/** The provider accepts from $0.50 to $999,999.99. */
const payable = { min: 50n, max: 99_999_999n }

/** The total of the lines by the shop's rules, as exact integer cents. */
function sumOf(lines: readonly Line[]): Pick<HostileCart, 'bought' | 'cents'> {
  const bought = new Map<string, number>()
  let cents = 0n
  for (const { product, quantity } of lines) {
    if (!product) return { bought: new Map() }
    bought.set(product.id, (bought.get(product.id) ?? 0) + quantity)
    cents += BigInt(product.cents) * BigInt(quantity)
  }
  const isWithinLimits = lines.length <= cartLimits.lines && [...bought.values()].every(n => n <= cartLimits.quantity)
  const isPayable = cents >= payable.min && cents <= payable.max
  return isWithinLimits && isPayable ? { bought, cents: Number(cents) } : { bought: new Map() }
}
