import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import { LinkedProduct } from './fields/link-fields.ts'
import { ProductDetails } from './product.ts'
import { statuses, visibilities } from './schedule.ts'

const time = Type.Optional(Type.String())
const dollars = (description: string) => Type.Optional(Type.Number({ description }))

/** A product as its admin edits it. `price` and `oldPrice` are what visitors see now. */
export const ManagedProduct = Type.Object({
  ...ProductDetails.properties,
  isDraft: Type.Optional(
    Type.Boolean({ description: 'A color that was added to a style; it is on sale once it has a picture' }),
  ),
  related: Type.Array(LinkedProduct, { description: 'The related products that an admin has chosen, in their order' }),
  lookProducts: Type.Array(LinkedProduct, { description: 'All of its look, also those that visitors cannot see' }),
  status: literals(statuses),
  visibility: literals(visibilities),
  visibleFrom: time,
  visibleUntil: time,
  salePrice: dollars('Of the sale that runs or is planned'),
  saleFrom: time,
  saleUntil: time,
  regularPrice: dollars('Only while a sale runs: the price after it'),
  regularOldPrice: dollars('Only while a sale runs: the typed old price, shown again after it'),
  lowest30: dollars('The lowest price at which it was on sale in the last 30 days'),
})
export type ManagedProduct = Static<typeof ManagedProduct>

/** A product that its admin edits and visitors cannot see. */
export const DraftProduct = Type.Object({
  ...Type.Pick(ProductDetails, ['_id', 'name', 'color', 'shade', 'style']).properties,
  visibility: literals(visibilities),
  visibleFrom: time,
})
export type DraftProduct = Static<typeof DraftProduct>
