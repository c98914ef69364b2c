import type { Selectable } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { type Product, productPath } from '#domain/products/product.ts'
import { labelOf } from '#domain/products/size.ts'
import { readShownStock } from '#domain/products/stock.ts'
import type { ColorSibling, ProductSize } from '#domain/products/variation.ts'
import type { ProductCard, StyleColors } from '../db/tables/products.ts'
import type { Tables } from '../db/tables.ts'

type Columns =
  | 'id'
  | 'name'
  | 'category'
  | 'color'
  | 'description'
  | 'price_cents'
  | 'old_price_cents'
  | 'image_id'
  | 'rating'
  | 'author'
  | 'created_at'
  | 'updated_at'
  | 'sold_out'

/** The columns of a product that lists show, with the placeholder of its picture and the colors of its style. */
export type ProductRow = Pick<Selectable<Tables['product']>, Columns> & {
  placeholder: string | null
  card: ProductCard | null
  style_colors: StyleColors | null
}

/** The SQL of the last three columns, of a row of `product`. */
export const shownWithProduct = `
  (select placeholder from image where image.id = product.image_id) as placeholder, product.card,
  case when product.style_id is not null then (select colors from style where style.id = product.style_id) end as style_colors`

/** A size on sale, as `shownSizes` selects it. */
export interface SizeRow {
  id: string
  size: string
  sku: string | null
  barcode: string | null
  /** What is shown of its stock. */
  shown: string
}

/** The SQL of the sizes on sale of a row of `product`, in their order, with what is shown of their stock. */
export const shownSizes = `(
      select coalesce(json_agg(json_build_object('id', id, 'size', size, 'sku', sku, 'barcode', barcode,
        'shown', stock_shown(on_hand, held)) order by place), '[]')
      from variant left join stock on variant_id = variant.id
      where variant.product_id = product.id and variant.deleted_at is null
    )`

export const toSize = ({ id, size, shown }: SizeRow): ProductSize => ({
  ...readShownStock(shown),
  _id: id,
  size,
  label: labelOf(size),
})

/** Converts a row to a product with all its sizes and their stock. The stock of a product of one size is its own. */
export function toStockedProduct({ sizes, ...row }: ProductRow & { sizes: SizeRow[] }, origin: string): Product {
  const product = toProduct(row, origin)
  const [first] = sizes
  if (first?.size === 'one') return { ...product, ...readShownStock(first.shown) }
  return { ...product, sizes: sizes.map(toSize) }
}

/** Converts a row to the product that lists show. */
export function toProduct(row: ProductRow, origin: string): Product {
  const product = toPlainProduct(row, origin)
  const { sizes, second } = row.card ?? {}
  const { shown, more } = row.style_colors ?? {}
  if (sizes) {
    const all = sizes.map(({ id, size, gone }, place) => ({ gone, place, _id: id, size, label: labelOf(size) }))
    product.sizes = all.filter(({ gone }) => !gone).map(({ gone, place, ...size }) => size)
    const goneSizes = all.filter(({ gone }) => gone).map(({ gone, ...size }) => size)
    if (goneSizes.length > 0) product.goneSizes = goneSizes
  }
  if (shown) product.colors = shown.map(toColorSibling)
  if (more) product.moreColors = more
  if (second) product.secondImage = pictureAddress(second, origin)
  return product
}

export const pictureAddress = (id: string | null, origin: string): string =>
  `${origin}/images/${id ?? 'placeholder'}/1280.webp`

type StyleColor = StyleColors['shown'][number]

export const toColorSibling = ({ id, name, shade, color, swatch }: StyleColor): ColorSibling => ({
  _id: id,
  name: shade,
  path: productPath({ _id: id, name }),
  color,
  ...(swatch && { swatch }),
})

/** What lists and the product's page have in common. */
export function toPlainProduct(row: Omit<ProductRow, 'card' | 'style_colors'>, origin: string): Product {
  const product: Product = {
    _id: row.id,
    name: row.name,
    category: row.category,
    description: row.description,
    price: toDollars(row.price_cents),
    image: pictureAddress(row.image_id, origin),
    color: row.color,
    rating: Number(row.rating),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
  if (row.old_price_cents !== null) product.oldPrice = toDollars(row.old_price_cents)
  if (row.placeholder) product.placeholder = row.placeholder
  if (row.author) product.author = row.author
  if (row.sold_out) product.soldOut = true
  return product
}
