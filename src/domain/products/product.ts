import { type Static, Type } from 'typebox'
import { formatCents, toCents } from '../money.ts'
import { readFits } from './size.ts'
import { SizeChart } from './size-chart.ts'
import { ShownStock } from './stock.ts'
import { ColorSibling, Model, ProductImage, ProductSize } from './variation.ts'

/** The categories and colors with which a shop begins; its owner changes them in the settings. */
export const categories = ['accessories', 'dress', 'jewellery', 'cosmetics'] as const
export const colors = ['black', 'red', 'gold', 'blue', 'silver', 'beige', 'green'] as const

export interface PriceBand {
  label: string
  /** In major units; both bounds are inclusive. */
  min: number
  /** Undefined for the last band. */
  max?: number
}

/** The bands of prices by which visitors filter. @param ends where one ends and the next begins, in whole major units, rising */
export function priceBandsOf(ends: readonly number[]): PriceBand[] {
  const whole = (amount: number) => formatCents(toCents(amount)).replace(/\.00$/, '')
  return [0, ...ends].map((min, place) => {
    const max = ends[place]
    if (max === undefined) return { label: `${whole(min)} and above`, min }
    return { label: place ? `${whole(min)} - ${whole(max)}` : `Under ${whole(max)}`, min, max }
  })
}

/**
 * A product as the API sends it. Prices in major units, `image` an absolute URL, `rating` the mean of its reviews (0
 * without).
 */
export const Product = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  description: Type.String(),
  price: Type.Number(),
  oldPrice: Type.Optional(Type.Number()),
  image: Type.String(),
  placeholder: Type.Optional(Type.String({ description: 'A tiny blurred picture as a data URL' })),
  color: Type.String(),
  rating: Type.Number(),
  author: Type.Optional(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String({ description: 'Sent back with a change, it is the version that was changed' }),
  sizes: Type.Optional(
    Type.Array(ProductSize, {
      description:
        'Those that can be bought now, in their order, in an answer to `ids` all; missing for a product of one size',
    }),
  ),
  goneSizes: Type.Optional(
    Type.Array(
      Type.Object({
        ...Type.Pick(ProductSize, ['_id', 'size', 'label']).properties,
        place: Type.Integer({ description: 'Its place among all sizes of the product, from 0' }),
      }),
      { description: 'Those that cannot be bought now' },
    ),
  ),
  soldOut: Type.Optional(Type.Boolean({ description: 'No piece of any size is left' })),
  ...Type.Partial(ShownStock).properties,
  colors: Type.Optional(
    Type.Array(ColorSibling, {
      description: 'The colors of its style with this one, at most 4; missing for one color',
    }),
  ),
  moreColors: Type.Optional(Type.Integer({ description: 'How many colors there are beyond `colors`' })),
  secondImage: Type.Optional(Type.String({ description: 'An absolute URL' })),
})
export type Product = Static<typeof Product>

/**
 * A product as its page shows it: with all pictures (the first is `image`), all colors of its style, and one size as a size
 * too, whose `_id` is the product's.
 */
export const ProductDetails = Type.Object({
  ...Type.Omit(Product, ['sizes', 'goneSizes', 'moreColors', 'state', 'left']).properties,
  sizes: Type.Array(ProductSize),
  images: Type.Array(ProductImage),
  shade: Type.Optional(Type.String({ description: 'What the color is called' })),
  swatch: Type.Optional(Type.String({ description: '#rrggbb, the color of the shade' })),
  style: Type.Optional(Type.String({ description: 'The same for all colors of a style' })),
  model: Type.Optional(Model),
  chart: Type.Optional(SizeChart),
  isSealed: Type.Optional(Type.Boolean({ description: 'Hygiene goods, which cannot be returned once unsealed' })),
  seoTitle: Type.Optional(Type.String({ description: 'The title of its page, instead of its name' })),
  seoDescription: Type.Optional(Type.String({ description: 'What search engines show instead of its description' })),
  look: Type.Optional(
    Type.Array(Type.String(), { description: 'The ids of products on sale that complete the look, in their order' }),
  ),
})
export type ProductDetails = Static<typeof ProductDetails>

export const ProductList = Type.Object({
  products: Type.Array(Product),
  totalProducts: Type.Integer(),
  totalPages: Type.Integer(),
})
export type ProductList = Static<typeof ProductList>

/** The sort orders of a list; the first is the default. */
export const sorts = ['newest', 'price-asc', 'price-desc', 'rating'] as const
export type Sort = (typeof sorts)[number]

const Counts = Type.Record(Type.String(), Type.Integer())

/**
 * How many products each value of a filter would show while the other filters stay. Values without products are
 * missing; a price band's key is its index in `priceBandsOf`, that of a size its fit. Of sizes, and of `inStock`, only what can be
 * bought now counts; of `sale` what has an old price.
 */
export const ProductCounts = Type.Object({
  category: Counts,
  color: Counts,
  price: Counts,
  size: Counts,
  inStock: Type.Integer(),
  sale: Type.Integer(),
})
export type ProductCounts = Static<typeof ProductCounts>

/** The path of a product's page. The name after the id is for readers; the id alone works as well. */
export function productPath({ _id, name }: Pick<Product, '_id' | 'name'>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('-')
    .slice(0, maxNameLength)
    .replace(/-$/, '')
  return `/shop/${_id}${words ? `/${encodeURIComponent(words)}` : ''}`
}

const maxNameLength = 80

export const imageWidths = [320, 640, 960, 1280] as const
const ownImage = /\/images\/([a-z0-9]+)\/1280\.webp$/

/** The id of one of the shop's own pictures, or undefined for any other address. */
export const imageIdOf = (image: string): string | undefined => ownImage.exec(image)?.[1]

/** The path of one of the shop's own pictures. */
export const imagePath = (id: string, width: (typeof imageWidths)[number], format: 'avif' | 'webp'): string =>
  `/images/${id}/${width}.${format}`

/** The filters of a product list. Prices in major units; an unset filter is undefined. */
export interface ProductFilters {
  category?: string
  color?: string
  minPrice: number
  maxPrice?: number
  /** Only what can be bought now in one of these sizes: codes of fits, such as `clothes-M`. */
  size?: string[]
  /** The visitor's own sizes: only what can be bought now in one of them, or has one size. `size` comes before it. */
  mine?: string[]
  /** Only what can be bought now. */
  inStock?: boolean
  /** Only what has an old price. */
  sale?: boolean
  /** Only what belongs to this collection, named by its address. */
  collection?: string
  page: number
  limit: number
  sort: Sort
  /** Only these products, in any order: a cart uses it to get today's prices. */
  ids?: string[]
  /** Only products whose name contains this. */
  q?: string
}

/** The filters that the counts of a list depend on. */
export const countedBy = ({ page, limit, sort, ids, q, ...filters }: ProductFilters): CountedBy => filters
export type CountedBy = Omit<ProductFilters, 'page' | 'limit' | 'sort' | 'ids' | 'q'>

export const pageSizes = { default: 10, shop: 8, large: 24, max: 100 } as const
const maxPage = 10_000
const maxIds = 100
const maxSearchLength = 100
const maxChoiceLength = 40 // of a category or a color; longer values cannot exist

/**
 * Reads list parameters from a URL. Never throws: `all` and empty mean unset, numbers out of bounds are clamped, and
 * invalid numbers count as unset.
 */
export function readProductFilters(query: Record<string, unknown>): ProductFilters {
  const { category, color, minPrice, maxPrice, size, mine, inStock, sale, collection, page, limit, sort, ids, q } =
    query
  const max = number(maxPrice, Number.POSITIVE_INFINITY)
  return {
    category: choice(category),
    color: choice(color),
    minPrice: Math.max(0, number(minPrice, 0)),
    maxPrice: Number.isFinite(max) ? max : undefined,
    size: readFits(size),
    mine: readFits(mine),
    inStock: inStock === '1' || undefined,
    sale: sale === '1' || undefined,
    ...(choice(collection) && { collection: choice(collection) }),
    page: whole(page, 1, maxPage, 1),
    limit: whole(limit, 1, pageSizes.max, pageSizes.default),
    sort: sorts.find(each => each === sort) ?? sorts[0],
    ids: typeof ids === 'string' && ids !== '' ? ids.split(',', maxIds) : undefined,
    q: typeof q === 'string' && q.trim() !== '' ? q.trim().slice(0, maxSearchLength) : undefined,
  }
}

/**
 * The filters of a page of the shop, which shows 8 products, or 24 where the visitor has chosen that.
 */
export function readPageFilters(query: Record<string, unknown>): ProductFilters {
  const limit = query.limit === String(pageSizes.large) ? pageSizes.large : pageSizes.shop
  return readProductFilters({ ...query, limit, ids: '' })
}

/** Of a page of 24, the page of 8 that begins with the same product: the canonical one. */
export const canonicalPage = ({ page, limit }: Pick<ProductFilters, 'page' | 'limit'>): number =>
  Math.floor(((page - 1) * limit) / pageSizes.shop) + 1

/**
 * Writes filters as URL parameters, always in the same order and without default values: for links between pages, and
 * for the canonical address of each list.
 */
export function writeProductFilters({
  q,
  category,
  color,
  minPrice,
  maxPrice,
  size,
  mine,
  inStock,
  sale,
  sort,
  limit,
  page,
}: Partial<ProductFilters>): string {
  const params = [
    q && `q=${encode(q)}`,
    category && `category=${encode(category)}`,
    color && `color=${encode(color)}`,
    minPrice && `minPrice=${encode(String(minPrice))}`,
    maxPrice !== undefined && `maxPrice=${encode(String(maxPrice))}`,
    size?.length && `size=${size.map(encode).join()}`,
    mine?.length && `mine=${mine.map(encode).join()}`,
    inStock && 'inStock=1',
    sale && 'sale=1',
    sort && sort !== sorts[0] && `sort=${sort}`,
    limit === pageSizes.large && `limit=${limit}`,
    page && page > 1 && `page=${page}`,
  ].filter(Boolean)
  return params.length > 0 ? `?${params.join('&')}` : ''
}

/** Encodes like a form. */
const encode = (text: string) =>
  /^[\w-]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

function choice(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value === 'all') return undefined
  return value.slice(0, maxChoiceLength)
}

function number(value: unknown, unset: number): number {
  if (typeof value !== 'string' && typeof value !== 'number') return unset
  const read = value === '' ? Number.NaN : Number(value)
  return Number.isNaN(read) ? unset : read
}

function whole(value: unknown, min: number, max: number, unset: number): number {
  return Math.min(max, Math.max(min, Math.trunc(number(value, unset))))
}

/** The positions of a page's products in the list, counted from 1: `{ from: 0, to: 0 }` for an empty page. */
export function shownRange(page: number, limit: number, total: number): { from: number; to: number } {
  const from = (page - 1) * limit + 1
  return from > total ? { from: 0, to: 0 } : { from, to: Math.min(page * limit, total) }
}
