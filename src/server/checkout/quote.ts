import { sql } from 'kysely'
import { type Costs, costsOf, type Discount, isTooDear, type PricedGoods } from '#domain/costs/costs.ts'
import { countryName } from '#domain/costs/countries.ts'
import {
  type ChosenDelivery,
  chooseDelivery,
  destinationsOf,
  methodsFor,
  type Shipping,
  toShownMethod,
} from '#domain/costs/delivery.ts'
import { type CodeRefusal, codeRefusalSentence, isCode, tidyCode } from '#domain/costs/discount-code.ts'
import type { Quote } from '#domain/costs/quote.ts'
import { minChargeCents, tooCheapSentence, tooDearSentence } from '#domain/currency.ts'
import { currencyCode, formatCents, toDollars } from '#domain/money.ts'
import type { CheckoutLine, CheckoutRequest } from '#domain/orders/checkout.ts'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { badRequest } from '../lib/errors.ts'
import { findCategoryName, readSettings } from '../settings/queries.ts'
import type { Buyer } from './buyer.ts'
import { findDiscountFunction } from './costs-sql.ts'
import { findWithCode } from './open-checkouts.ts'
import { readLines } from './read-lines.ts'

interface QuoteContext {
  db: Db
  clock: Clock
}

/**
 * Where the shop delivers, and how to one country. Without one it is the first zone's first.
 * @throws ShopError 400 for a country to which the shop does not deliver
 */
export async function findShipping({ db, clock }: QuoteContext, asked: string | undefined): Promise<Shipping> {
  const settings = await readSettings(db, 'delivery', 'tax')
  const chosen = chooseDelivery(settings, { country: asked })
  if (chosen.error !== undefined) throw badRequest(chosen.error)
  const codes = destinationsOf(settings)
  const country = chosen.delivery.country ?? codes[0] ?? ''
  return {
    countries: codes
      .map(code => ({ code, name: countryName(code) }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    country,
    methods: methodsFor(settings, country).map(method => toShownMethod(method, clock.now())),
  }
}

/**
 * What a cart would cost now. It holds and takes nothing; what is no longer sold is left out, because the cart says so itself. A way
 * of delivery that is not offered any more is replaced by the usual one.
 * @throws ShopError 400 for a cart that is not valid and for a country to which the shop does not deliver
 */
export async function quoteCart(
  { db, clock }: QuoteContext,
  request: CheckoutRequest,
  buyer: Pick<Buyer, 'account' | 'visitor'>,
): Promise<Quote> {
  const settings = await readSettings(db, 'delivery', 'tax')
  const { country, method } = request
  const asked = chooseDelivery(settings, { country, method })
  const chosen = asked.error === undefined ? asked : chooseDelivery(settings, { country })
  if (chosen.error !== undefined) throw badRequest(chosen.error)
  const goods = await findGoods(db, readLines(request.products))
  const typed = tidyCode(request.code ?? '')
  const code = typed ? await askForCode(db, typed, goods, buyer, clock.now()) : undefined
  const costs = costsOf(goods, { ...rulesOf(chosen.delivery), discount: code?.discount })
  const codeError = costs.totalCents === 0 && code?.discount ? codeRefusalSentence('nothing') : code?.error
  const totalError = totalErrorOf(costs)
  const shown = chosen.delivery.method
  const missing = (shown?.freeFromCents ?? 0) - (costs.goodsCents - costs.discountCents)
  const to = chosen.delivery.country ?? destinationsOf(settings)[0] ?? ''
  return {
    goods: toDollars(costs.goodsCents),
    discount: toDollars(costs.discountCents),
    delivery: toDollars(costs.deliveryCents),
    tax: toDollars(costs.taxCents),
    taxRate: chosen.delivery.taxBp === null ? null : chosen.delivery.taxBp / 100,
    taxLabel: settings.tax.label,
    total: toDollars(costs.totalCents),
    country: to,
    method: shown?.name ?? '',
    methods: methodsFor(settings, to).map(each => toShownMethod(each, clock.now())),
    missingForFree: costs.deliveryCents > 0 && missing > 0 ? toDollars(missing) : null,
    ...(totalError !== undefined && { totalError }),
    ...(codeError !== undefined && { codeError }),
  }
}

/** Why a card cannot pay so much, or so little. Of nothing the cart and the code say why. */
function totalErrorOf(costs: Costs): string | undefined {
  if (isTooDear(costs)) return tooDearSentence()
  return costs.totalCents > 0 && costs.totalCents < minChargeCents(currencyCode()) ? tooCheapSentence() : undefined
}

const rulesOf = ({ method, taxBp }: ChosenDelivery) => ({
  deliveryCents: method?.priceCents ?? 0,
  freeFromCents: method?.freeFromCents ?? null,
  taxBp,
})

async function findGoods(db: Db, lines: CheckoutLine[]): Promise<PricedGoods[]> {
  const ids = lines.map(({ productId }) => productId)
  const products = await db
    .selectFrom('product')
    .select(['id', 'price_cents as priceCents', 'category'])
    .select(
      sql<string[]>`array(select id from variant where product_id = product.id and variant.deleted_at is null)`.as(
        'sizes',
      ),
    )
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(products.map(product => [product.id, product]))
  return lines.flatMap(({ productId, variantId, quantity }) => {
    const product = known.get(productId)
    const isSold = product && (variantId === undefined || product.sizes.includes(variantId))
    return isSold ? [{ priceCents: product.priceCents, category: product.category, quantity }] : []
  })
}

interface FoundCode {
  discount: (Discount & { min_cents: number }) | null
  refused: CodeRefusal | null
}

async function askForCode(
  db: Db,
  code: string,
  goods: PricedGoods[],
  { account, visitor }: Pick<Buyer, 'account' | 'visitor'>,
  now: Date,
): Promise<{ discount: Discount; error?: undefined } | { discount?: undefined; error: string }> {
  if (!isCode(code)) return { error: codeRefusalSentence('unknown') }
  const sum = goods.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const find = async (how: { isTaking: boolean }) => {
    const { rows } = await sql<FoundCode>`
    select to_jsonb(discount) as discount, refused from ${sql.raw(findDiscountFunction.name)}(
      ${code}, ${account?.id ?? null}::uuid, ${visitor}, ${sum}, ${goods.map(({ category }) => category)}::text[], ${now}, ${how.isTaking}
    )`.execute(db)
    return rows[0] ?? { discount: null, refused: 'unknown' as const }
  }
  const { discount, refused } = await find({ isTaking: false })
  if (!discount || refused)
    return {
      error: codeRefusalSentence(refused ?? 'unknown', {
        min: formatCents(discount?.min_cents ?? 0),
        category: discount?.category ? await findCategoryName(db, discount.category) : undefined,
      }),
    }
  // A page that has ended and still awaits its payment: that is under way at a bank, and the checkout cannot close it.
  const own = await findWithCode(db, visitor, code)
  if (
    own.some(({ expires_at }) => expires_at !== null && expires_at <= now) &&
    (await find({ isTaking: true })).refused === 'taken'
  )
    return { error: codeRefusalSentence('underway') }
  return { discount }
}
