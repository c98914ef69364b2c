import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

const Text = Type.String()

/** The bounds of the collections. */
export const collectionLimits = { collections: 30, products: 200, newest: 200 } as const

export const collectionKinds = ['rule', 'hand'] as const
/** `own`: as the owner has put them; only by hand. */
export const collectionOrders = ['own', 'newest', 'price-asc', 'price-desc', 'rating'] as const

const OrNone = <Kind extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.Integer>>(kind: Kind) =>
  Type.Union([kind, Type.Null()])

/** What belongs to a collection: what has all of these. At least one is set. */
export const CollectionRule = Type.Object({
  /** What has an old price. */
  isSale: Type.Boolean(),
  /** Only so many, the newest. */
  newest: OrNone(Type.Integer()),
  /** The id of a category, empty for any. */
  category: Text,
  /** The id of a color, empty for any. */
  color: Text,
  /** in major units, both inclusive. */
  minPrice: OrNone(Type.Number()),
  maxPrice: OrNone(Type.Number()),
})
export type CollectionRule = Static<typeof CollectionRule>

/** Goods that the owner shows together, chosen by a rule or by hand. */
export const CollectionSetting = Type.Object({
  id: Text,
  name: Text,
  /** The end of its page's path. */
  address: Text,
  words: Text,
  picture: Type.Union([Type.String({ description: 'The id of an uploaded picture' }), Type.Null()]),
  /** Whether menus name it; its page is there in any case. */
  isInMenu: Type.Boolean(),
  kind: literals(collectionKinds),
  rule: CollectionRule,
  /** The ids of products chosen by hand, in their order. */
  products: Type.Array(Text),
  order: literals(collectionOrders),
})
export type CollectionSetting = Static<typeof CollectionSetting>

export const Collections = Type.Object({ items: Type.Array(CollectionSetting) })
export type Collections = Static<typeof Collections>

export const noRule: CollectionRule = {
  ...{ isSale: false, newest: null, category: '', color: '', minPrice: null, maxPrice: null },
}
