import type { Fields } from '#domain/audit.ts'
import { toDollars } from '#domain/money.ts'
import type { ProductFields } from '#domain/products/fields/product-fields.ts'
import type { Scheduled } from './schedule/columns.ts'

/** The columns of a product that an admin changes. */
export interface Columns extends Scheduled {
  name: string
  category: ProductFields['category']
  color: string
  description: string
  image_id: string | null
  image_alt: string
  style_id: string | null
  style_place: number
  shade: string | null
  swatch: string | null
  chart_id: string | null
  model_cm: number | null
  model_size: string | null
  is_sealed: boolean
  seo_title: string | null
  seo_description: string | null
  awaits_picture: boolean
}

/** Changed columns as the audit names them. Of the prices it names what an admin has typed. */
export function auditOf(columns: Partial<Columns>): Fields {
  const { price_cents, old_price_cents, regular_price_cents, regular_old_price_cents, ...others } = columns
  const { sale_price_cents, style_place, awaits_picture, ...plain } = others
  const [price, oldPrice] = [regular_price_cents ?? price_cents, regular_old_price_cents ?? old_price_cents]
  const isOldPrice = old_price_cents !== undefined || regular_old_price_cents !== undefined
  return {
    ...Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    ),
    ...(price !== undefined && price !== null && { price: toDollars(price) }),
    ...(isOldPrice && { oldPrice: dollarsOf(oldPrice) }),
    ...(sale_price_cents !== undefined && { salePrice: dollarsOf(sale_price_cents) }),
    ...(awaits_picture !== undefined && { isDraft: awaits_picture }),
  }
}

const dollarsOf = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? null : toDollars(cents)
