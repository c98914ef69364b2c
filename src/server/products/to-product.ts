import type { Selectable } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { colorSwatches } from '#domain/products/color-swatches.ts'
import { type Product, productPath } from '#domain/products/product.ts'
import { labelOf } from '#domain/products/size.ts'
import type { ColorSibling } from '#domain/products/variation.ts'
import type { ProductCard, StyleColors, Tables } from '../db/tables.ts'

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

/** The columns of a product that lists show, with the placeholder of its picture and the colors of its style. */
export type ProductRow = Pick<Selectable<Tables['product']>, Columns> & {
  placeholder: string | null
  card: ProductCard | null
  style_colors: StyleColors | null
}

/** The SQL of the last three columns, of a row of `product`. */
export const shownWithProduct = `
  (select placeholder from image where image.id = product.image_id) as placeholder, product.card,
  (select colors from style where style.id = product.style_id) as style_colors`

/** Converts a row to the product that lists show. */
export function toProduct(row: ProductRow, origin: string): Product {
  const { sizes, second } = row.card ?? {}
  const { shown, more } = row.style_colors ?? {}
  return {
    ...toPlainProduct(row, origin),
    ...(sizes && { sizes: sizes.map(({ id, size }) => ({ _id: id, size, label: labelOf(size) })) }),
    ...(shown && { colors: shown.map(toColorSibling) }),
    ...(more && { moreColors: more }),
    ...(second && { secondImage: pictureAddress(second, origin) }),
  }
}

export const pictureAddress = (id: string | null, origin: string): string =>
  `${origin}/images/${id ?? 'placeholder'}/1280.webp`

type StyleColor = StyleColors['shown'][number]

export const toColorSibling = ({ id, name, shade, color, swatch }: StyleColor): ColorSibling => ({
  _id: id,
  name: shade,
  path: productPath({ _id: id, name }),
  swatch: swatch ?? colorSwatches[color],
})

/** What lists and the product's page have in common. */
export function toPlainProduct(row: Omit<ProductRow, 'card' | 'style_colors'>, origin: string): Product {
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    description: row.description,
    price: toDollars(row.price_cents),
    ...(row.old_price_cents !== null && { oldPrice: toDollars(row.old_price_cents) }),
    image: pictureAddress(row.image_id, origin),
    ...(row.placeholder && { placeholder: row.placeholder }),
    color: row.color,
    rating: Number(row.rating),
    ...(row.author && { author: row.author }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
