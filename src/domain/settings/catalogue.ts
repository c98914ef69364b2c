import { type Static, Type } from 'typebox'

const Text = Type.String()

/** The bounds of the owner's lists, and of their texts in characters. */
export const catalogueLimits = { categories: 40, colors: 60, name: 40, words: 240, former: 10 } as const

/** A category of goods. Products, lists and files name it by its address. */
export const CategorySetting = Type.Object({
  /** Stays the same when name and address change. */
  id: Text,
  name: Text,
  /** The end of its page's path: lower-case letters, digits and hyphens. */
  address: Text,
  /** A paragraph on its page. */
  words: Text,
  picture: Type.Union([Type.String({ description: 'The id of an uploaded picture' }), Type.Null()]),
  /** Earlier addresses, which lead to this one. */
  former: Type.Array(Text),
})
export type CategorySetting = Static<typeof CategorySetting>

/** A color by which goods are found. Products name it by its name, in lower case. */
export const ColorSetting = Type.Object({
  id: Text,
  name: Text,
  /** `#rrggbb` */
  swatch: Text,
})
export type ColorSetting = Static<typeof ColorSetting>

/** What goods there are: in the order of menus, filters and forms. */
export const Catalogue = Type.Object({
  categories: Type.Array(CategorySetting),
  colors: Type.Array(ColorSetting),
})
export type Catalogue = Static<typeof Catalogue>

/** The choices of a product's form and file. */
export interface ProductChoices {
  categories: readonly { name: string; address: string }[]
  colors: readonly { name: string }[]
}

/** An address made from a name: `Robes d'été` becomes `robes-d-ete`. */
export const addressFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, catalogueLimits.name)
    .replace(/^-|-$/g, '')
