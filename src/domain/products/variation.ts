import { type Static, Type } from 'typebox'
import { ShownStock } from './stock.ts'

/** A size of a product on sale. `_id` is the variant, which a checkout names as `variantId`. */
export const ProductSize = Type.Object({
  _id: Type.String(),
  size: Type.String({ description: 'A code, such as alpha-M, eu-40, ring-54 or one' }),
  label: Type.String({ description: 'As shoppers read it' }),
  sku: Type.Optional(Type.String()),
  barcode: Type.Optional(Type.String()),
  ...Type.Partial(ShownStock).properties,
})
export type ProductSize = Static<typeof ProductSize>

/** A picture of a product: `url` is absolute, `alt` says what it shows (empty for none). */
export const ProductImage = Type.Object({ url: Type.String(), alt: Type.String() })
export type ProductImage = Static<typeof ProductImage>

/** The product of the same style in another color, or this one. */
export const ColorSibling = Type.Object({
  _id: Type.String(),
  name: Type.String({ description: 'The shade, or the color when it has none' }),
  path: Type.String({ description: "The path of the sibling's page" }),
  color: Type.String(),
  swatch: Type.Optional(Type.String({ description: '#rrggbb; missing for the swatch of its color' })),
  image: Type.Optional(Type.String({ description: 'An absolute URL' })),
  soldOut: Type.Optional(Type.Boolean()),
})
export type ColorSibling = Static<typeof ColorSibling>

/** The model on the pictures. */
export const Model = Type.Object({
  heightCm: Type.Integer(),
  size: Type.Optional(Type.String({ description: 'As shoppers read it' })),
  sizeCode: Type.Optional(Type.String()),
})

/** What tells a bought piece from others of its product, such as "Ripe cherry, M"; undefined for nothing. */
export function describeVariation({ color, size }: { color?: string; size?: string }): string | undefined {
  const named = color && color.charAt(0).toUpperCase() + color.slice(1)
  return [named, size].filter(Boolean).join(', ') || undefined
}
