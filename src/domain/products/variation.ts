import { type Static, Type } from 'typebox'

/** A size of a product on sale. `_id` is the variant, which a checkout names as `variantId`. */
export const ProductSize = Type.Object({
  _id: Type.String(),
  size: Type.String({ description: 'A code, such as alpha-M, eu-40, ring-54 or one' }),
  label: Type.String({ description: 'As shoppers read it' }),
  sku: Type.Optional(Type.String()),
  barcode: Type.Optional(Type.String()),
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
  swatch: Type.String({ description: '#rrggbb' }),
  image: Type.Optional(Type.String({ description: 'An absolute URL' })),
})
export type ColorSibling = Static<typeof ColorSibling>

/** The model on the pictures. */
export const Model = Type.Object({
  heightCm: Type.Integer(),
  size: Type.Optional(Type.String({ description: 'As shoppers read it' })),
  sizeCode: Type.Optional(Type.String()),
})

/** At most this many pictures, and colors in a style. */
export const variationLimits = { images: 12, colors: 20, alt: 200, shade: 40, modelCm: { min: 100, max: 230 } } as const

/** The swatches of the shop's colors, for products that have none of their own. */
export const colorSwatches = {
  black: '#1f1c1b',
  red: '#a6283a',
  gold: '#c79a3b',
  blue: '#2f4f86',
  silver: '#b9bcc0',
  beige: '#d9c7aa',
  green: '#3f6b4f',
} as const

/** What tells a bought piece from others of its product, such as "Ripe cherry, M"; undefined for nothing. */
export function describeVariation({ color, size }: { color?: string; size?: string }): string | undefined {
  const named = color && color.charAt(0).toUpperCase() + color.slice(1)
  return [named, size].filter(Boolean).join(', ') || undefined
}
