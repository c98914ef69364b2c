import type { Generated, JSONColumnType } from 'kysely'
import type { LinkKind } from '#domain/products/fields/link-fields.ts'
import type { Status } from '#domain/products/schedule.ts'
import type { ChartTable } from '#domain/products/size-chart.ts'

export interface ImageTable {
  /** Derived from the picture's content, so the content of its URLs never changes. */
  id: string
  width: number
  height: number
  placeholder: string
  created_at: Date
}

/** A picture that is being saved, or whose upload was interrupted. */
export interface UploadTable {
  image_id: string
  begun_at: Date
}

export interface ProductTable {
  id: string
  name: string
  category: string
  color: string
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  /** The mean of its shown reviews with two decimals, 0 without reviews. */
  rating: Generated<number>
  author: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
  /** Set when the product is one color of a style that has several. */
  style_id: Generated<string | null>
  /** The order of the colors. */
  style_place: Generated<number>
  /** What the color is called. */
  shade: Generated<string | null>
  /** #rrggbb */
  swatch: Generated<string | null>
  chart_id: Generated<string | null>
  /** The height of the model on the pictures, in cm, and the size that the model wears. */
  model_cm: Generated<number | null>
  model_size: Generated<string | null>
  /** What the first picture shows. */
  image_alt: Generated<string>
  /** Hygiene goods, which cannot be returned once unsealed. */
  is_sealed: Generated<boolean>
  /** Off sale and still edited by admins; `deleted_at` is set. `products/schedule/schedule-queries.ts` derives both from the following columns. */
  is_draft: Generated<boolean>
  /** What the admin has chosen. A public product is on sale between the two times. */
  status: Generated<Status>
  visible_from: Generated<Date | null>
  visible_until: Generated<Date | null>
  /** A color without a picture, which was never on sale. */
  awaits_picture: Generated<boolean>
  /** A sale: its price, and when it begins (never null in a sale) and ends. */
  sale_price_cents: Generated<number | null>
  sale_from: Generated<Date | null>
  sale_until: Generated<Date | null>
  /** While a sale runs, the prices before and after it: `price_cents` and `old_price_cents` are then those of the sale. */
  regular_price_cents: Generated<number | null>
  regular_old_price_cents: Generated<number | null>
  /** What search engines show instead of the name and the description. */
  seo_title: Generated<string | null>
  seo_description: Generated<string | null>
  /** What lists show of the tables below; triggers maintain it. */
  card: JSONColumnType<ProductCard | null, string | null | undefined>
  /** All its sizes are counted, and no piece is left; see the function `refresh_cards`. */
  sold_out: Generated<boolean>
  /** With so many free pieces or fewer a size is low; null for the shop's usual number. */
  low_at: Generated<number | null>
  /** A size between the first and the last is gone while others are there. Kept with stock. */
  broken_run: Generated<boolean>
  /** The bodies whose sizes can be bought now, as bits by their place in `fits` of `domain/products/size.ts`. Kept with stock. */
  fits: Generated<number>
}

/** A price at which a product was on sale, until its next one. Triggers write it. */
export interface ProductPriceTable {
  product_id: string
  from_at: Date
  price_cents: number
}

/** The sizes of a product that has several, and its second picture. */
export interface ProductCard {
  /** `gone`: it cannot be bought now. */
  sizes?: { id: string; size: string; gone?: true }[]
  second?: string
}

/** Several products that are the same piece in different colors. */
export interface StyleTable {
  id: string
  created_at: Date
  /** The first four colors on sale; null while there is one. A trigger maintains it. */
  colors: JSONColumnType<StyleColors | null, string | null | undefined>
}

export interface StyleColors {
  shown: { id: string; name: string; shade: string; color: string; swatch: string | null }[]
  more: number
}

/** A size of a product. Every product has at least one; a size that is no longer sold is retired and never erased. */
export interface VariantTable {
  /** The product's id for the size `one`. */
  id: string
  product_id: string
  /** A code of `domain/products/size.ts`. */
  size: string
  /** The order among the sizes of the product. */
  place: number
  sku: string | null
  barcode: string | null
  created_at: Date
  deleted_at: Generated<Date | null>
}

/** At most one row: how far the variants of products that are older than this table have been added. */
export interface VariantBackfillTable {
  last_product: string
}

/** The pictures of a product after the first. */
export interface ProductImageTable {
  product_id: string
  /** From 1. */
  place: number
  image_id: string
  alt: Generated<string>
}

/** A product that is shown with another, as the owner has chosen. */
export interface ProductLinkTable {
  product_id: string
  kind: LinkKind
  linked_id: string
  /** The order within its kind, from 0. */
  place: number
}

export interface SizeChartTable {
  id: string
  name: string
  chart: JSONColumnType<ChartTable>
  is_garment: boolean
  updated_at: Date
  deleted_at: Generated<Date | null>
}

/**
 * The number of products on sale in each price bucket (see `price-histogram.ts`), by category and color; an empty one means
 * all. A trigger maintains it, so that totals are exact without counting rows.
 */
export interface ProductCountTable {
  category: string
  color: string
  bucket: number
  n: number
}

/** The same for each set of sizes that can be bought, without the products of which none can. */
export interface ProductFitsCountTable extends ProductCountTable {
  /** As `product.fits`; in `product_sale_count` -1 for any. */
  fits: number
}

/** What a search reads of a product on sale; a trigger maintains it. */
export interface ProductSearchTable {
  product_id: string
  category: string
  color: string
  price_cents: number
  /** The position in the order in which the products came on sale. */
  place: number
  created_at: Date
  /** The words of its name, category, color and shade. */
  head: string
  /** The same and the words of its description, and markers by which a search finds the newest first. */
  words: string
}

/** Every word in any product description so far, for correcting and completing search words. */
export interface SearchWordTable {
  word: string
  stem: string
  in_names: boolean
}

/** Searches without a result. */
export interface EmptySearchTable {
  term: string
  times: Generated<number>
  first_at: Date
  last_at: Date
}

/** A picture of a product: the id of a stored picture, and what it shows. */
export interface StoredImage {
  image_id: string
  alt: string
}

/** A change of many products at once. */
export interface BulkEditTable {
  /** Made by the browser, so that an edit that is sent twice is done once. */
  id: string
  /** Such as '12 products'. */
  name: string
  /** What was sent with the id, as JSON. */
  asked: string
  /** Null only within its transaction. */
  audit_id: string | null
  applied_at: Date
}

/** A product as it was before such a change. */
export interface BulkEditRowTable {
  bulk_edit_id: string
  product_id: string
  before: JSONColumnType<Partial<BulkColumns>>
  /** Its `updated_at` after the change. */
  version: Date
}

/** The columns of a product that a change of many can write. */
export interface BulkColumns {
  category: string
  color: string
  status: Status
  price_cents: number
  old_price_cents: number | null
  regular_price_cents: number | null
  regular_old_price_cents: number | null
  sale_price_cents?: number | null
  /** ISO 8601 */
  sale_from?: string | null
  sale_until?: string | null
}

/** A product that a change of the owner's categories and colors moved. */
export interface MovedProductTable {
  audit_id: string
  field: 'category' | 'color'
  product_id: string
  before: string
  after: string
}
