import type { Selectable } from 'kysely'
import { toDollars } from '#domain/money.ts'
import type { Product } from '#domain/products/product.ts'
import type { Tables } from '../db/tables.ts'

/** A product row with the placeholder of its picture. */
export type ProductRow = Selectable<Tables['product']> & { placeholder: string | null }

/** Converts a row to the product that the API sends. */
export function toProduct(row: ProductRow, origin: string): Product {
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    description: row.description,
    price: toDollars(row.price_cents),
    ...(row.old_price_cents !== null && { oldPrice: toDollars(row.old_price_cents) }),
    image: `${origin}/images/${row.image_id ?? 'placeholder'}/1280.webp`,
    ...(row.placeholder && { placeholder: row.placeholder }),
    color: row.color,
    rating: Number(row.rating),
    ...(row.author && { author: row.author }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
