import type { Selectable } from 'kysely'
import { oldPriceError, type ProductFields } from '#domain/products/fields/product-fields.ts'
import { type ScheduleFields, scheduleErrors } from '#domain/products/fields/schedule-fields.ts'
import type { Tables } from '../../db/tables.ts'
import { badRequest } from '../../lib/errors.ts'

type Row = Selectable<Tables['product']>

/** The columns of a product's schedule. */
export type ScheduleColumns = Pick<
  Row,
  'status' | 'visible_from' | 'visible_until' | 'sale_price_cents' | 'sale_from' | 'sale_until'
>
export type PriceColumns = Pick<
  Row,
  'price_cents' | 'old_price_cents' | 'regular_price_cents' | 'regular_old_price_cents'
>
export type Scheduled = ScheduleColumns & PriceColumns

export const unscheduled: ScheduleColumns = {
  ...{ status: 'public', visible_from: null, visible_until: null },
  ...{ sale_price_cents: null, sale_from: null, sale_until: null },
}

type Fields = Partial<ScheduleFields & Pick<ProductFields, 'priceCents' | 'oldPriceCents'>>

/**
 * Returns the columns that a change of the prices and the schedule writes. While a sale runs, it changes the prices after the sale;
 * a price or an old price that is the one shown now is no change, because clients send back what they have read.
 * @throws ShopError 400 when the result contradicts itself
 */
export function scheduledColumns(fields: Fields, product: Scheduled, now: Date): Partial<Scheduled> {
  const prices = priceColumns(fields, product)
  const schedule = { ...visibilityColumns(fields), ...saleColumns(fields, product, now) }
  const after = { ...product, ...prices, ...schedule }
  const priceCents = after.regular_price_cents ?? after.price_cents
  const [error] = Object.values(
    scheduleErrors({
      visibleFrom: after.visible_from,
      visibleUntil: after.visible_until,
      salePriceCents: after.sale_price_cents,
      saleFrom: after.sale_from,
      saleUntil: after.sale_until,
      priceCents,
    }),
  )
  if (error) throw badRequest(error)
  const oldPriceCents = after.regular_price_cents === null ? after.old_price_cents : after.regular_old_price_cents
  const priceError = oldPriceError({ priceCents, oldPriceCents })
  if (priceError) throw badRequest(priceError)
  return { ...prices, ...schedule }
}

function priceColumns(
  { priceCents, oldPriceCents, salePriceCents }: Fields,
  product: Scheduled,
): Partial<PriceColumns> {
  if (product.regular_price_cents === null)
    return {
      ...(priceCents !== undefined && { price_cents: priceCents }),
      ...(oldPriceCents !== undefined && { old_price_cents: oldPriceCents }),
    }
  const endsSale = salePriceCents === null
  const isNewPrice = endsSale || priceCents !== product.price_cents
  const isNewOld = endsSale || oldPriceCents !== product.old_price_cents
  return {
    ...(priceCents !== undefined && isNewPrice && { regular_price_cents: priceCents }),
    ...(oldPriceCents !== undefined && isNewOld && { regular_old_price_cents: oldPriceCents }),
  }
}

const visibilityColumns = ({ status, visibleFrom, visibleUntil }: Fields): Partial<ScheduleColumns> => ({
  ...(status !== undefined && { status }),
  ...(visibleFrom !== undefined && { visible_from: visibleFrom }),
  ...(visibleUntil !== undefined && { visible_until: visibleUntil }),
})

/** A sale cannot begin in the past, because the lowest price of the 30 days before depends on its beginning. */
function saleColumns(fields: Fields, product: Scheduled, now: Date): Partial<ScheduleColumns> {
  const { salePriceCents, saleFrom, saleUntil } = fields
  if (salePriceCents === undefined && saleFrom === undefined && saleUntil === undefined) return {}
  const price = salePriceCents === undefined ? product.sale_price_cents : salePriceCents
  if (price === null) {
    if (saleFrom || saleUntil) throw badRequest('A sale needs a sale price.')
    return { sale_price_cents: null, sale_from: null, sale_until: null }
  }
  // Directive 98/6/EC, article 6a: only a reduction that grows goes on; a dearer sale is a new one.
  const goesOn = product.regular_price_cents !== null && price <= product.price_cents
  const begun = goesOn ? product.sale_from : null
  const from = saleFrom === undefined ? product.sale_from : saleFrom
  const until = saleUntil === undefined ? product.sale_until : saleUntil
  if (until && until <= now && !(from && until <= from)) throw badRequest('The sale would be over already.')
  return { sale_price_cents: price, sale_from: from && from > now ? from : (begun ?? now), sale_until: until }
}
