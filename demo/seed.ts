import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OnConflictBuilder } from 'kysely'
import { v5 } from 'uuid'
import { toCents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ImageStorage } from '#server/images/storage.ts'
import { catalogue } from './catalogue.ts'
import { people } from './people.ts'
import pictures from './pictures/pictures.json' with { type: 'json' }
import { reviews } from './reviews.ts'

const sizes = [320, 640, 960, 1280].flatMap(width => [`${width}.avif`, `${width}.webp`])
const namespace = '6f1c1a52-9a0e-4c5b-8d53-3f8b0a7d2c11'
const dayMs = 24 * 60 * 60 * 1000

/** The same thing has the same id in every demo shop. */
const idOf = (kind: string, name: string | number) => v5(`${kind}:${name}`, namespace)

/**
 * Puts the demo catalogue into a database that is new, in one transaction: pictures first, then products with the reviews
 * that their ratings are means of. A shop that has opened once has an admin, and is left alone for ever; a first start that
 * was cut short has left nothing yet, or all of it.
 * @returns whether it did
 */
export async function seed(db: Db, images: ImageStorage, now = new Date()): Promise<boolean> {
  if (await hasAnything(db)) return false

  const pictureIds = new Map<string, string>()
  for (const { slug } of catalogue) pictureIds.set(slug, await savePicture(images, slug))

  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const productRows = catalogue.map(({ slug, price, oldPrice, ...product }, index) => ({
    id: idOf('product', slug),
    name: product.name,
    category: product.category,
    color: product.color,
    description: product.description,
    price_cents: toCents(price),
    old_price_cents: oldPrice === undefined ? null : toCents(oldPrice),
    image_id: pictureIds.get(slug) ?? null,
    rating: meanRating(slug),
    author: null,
    created_at: daysAgo(14 + 9 * index), // before the oldest of its reviews
    updated_at: now,
  }))
  const imageRows = catalogue.flatMap(({ slug }) => {
    const id = pictureIds.get(slug)
    const facts = (pictures as Record<string, { width: number; height: number; placeholder: string }>)[slug]
    return id && facts ? [{ id, ...facts, created_at: now }] : []
  })
  const userRows = people.map(({ username }, index) => ({
    id: idOf('user', index),
    username,
    email: `reader${index + 1}@demo.invalid`,
    password_hash: null,
    created_at: daysAgo(30 + 9 * catalogue.length), // before the oldest product
  }))
  const reviewRows = reviews.map(({ slug, person, rating, comment, daysAgo: days }) => ({
    id: idOf('review', `${slug}:${person}`),
    user_id: idOf('user', person),
    product_id: idOf('product', slug),
    rating,
    comment,
    created_at: daysAgo(days),
  }))

  await db.transaction().execute(async tx => {
    await tx
      .insertInto('image')
      .values(imageRows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx.insertInto('user').values(userRows).onConflict(once).execute()
    await tx.insertInto('product').values(productRows).onConflict(once).execute()
    await tx.insertInto('review').values(reviewRows).onConflict(once).execute()
  })
  return true
}

async function hasAnything(db: Db): Promise<boolean> {
  const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return product !== undefined || user !== undefined
}

/** Two processes may fill one shop at the same moment: ids are the same, so each row goes in once. */
const once = (conflict: OnConflictBuilder<Tables, never>) => conflict.doNothing()

/** Keeps all sizes of a product's picture and answers the id made from its content. */
async function savePicture(images: ImageStorage, slug: string): Promise<string> {
  const files = await Promise.all(sizes.map(name => readFile(new URL(`pictures/${slug}/${name}`, import.meta.url))))
  const hash = createHash('sha256')
  for (const bytes of files) hash.update(bytes)
  const id = hash.digest('hex').slice(0, 32)
  await Promise.all(sizes.map((name, index) => images.put(`${id}/${name}`, files[index] as Buffer)))
  return id
}

function meanRating(slug: string): number {
  const given = reviews.filter(review => review.slug === slug).map(({ rating }) => rating)
  const sum = given.reduce((total, rating) => total + rating, 0)
  return given.length ? Math.round((sum / given.length) * 100) / 100 : 0
}
