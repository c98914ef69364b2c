import type { Insertable } from 'kysely'
import { toCents } from '#domain/money.ts'
import { oneSize } from '#domain/products/size.ts'
import type { Tables } from '#server/db/tables.ts'
import { catalogue, type DemoProduct } from './catalogue.ts'
import { idOf } from './ids.ts'
import { reviews } from './reviews.ts'
import { chartOf, sizeCharts, skuOf } from './size-charts.ts'

type Rows<Name extends keyof Tables> = Insertable<Tables[Name]>[]

/** When each product was added, by its place in the catalogue. */
type AddedAt = (index: number) => Date

/** The products of a style, in the order of its colors. */
const siblingsOf = (first: string) => catalogue.filter(({ slug, style = slug }) => style === first)

export const makeStyleRows = (addedAt: AddedAt): Rows<'style'> =>
  catalogue.flatMap(({ slug }, index) =>
    siblingsOf(slug).length > 1 ? [{ id: idOf('style', slug), created_at: addedAt(index) }] : [],
  )

export const makeChartRows = (now: Date): Rows<'size_chart'> =>
  sizeCharts.map(({ name, ...chart }) => ({
    id: idOf('size chart', name),
    name,
    chart: JSON.stringify(chart),
    is_garment: false,
    updated_at: now,
  }))

/** @param pictureIds the ids of the stored pictures, by the name of the picture */
export const makeProductRows = (pictureIds: Map<string, string>, addedAt: AddedAt, now: Date): Rows<'product'> =>
  catalogue.map((product, index) => {
    const { slug, name, category, color, description, price, oldPrice, style = slug } = product
    const siblings = siblingsOf(style)
    const chart = chartOf(product.sizes)
    return {
      id: idOf('product', slug),
      name,
      category,
      color,
      description,
      price_cents: toCents(price),
      old_price_cents: oldPrice === undefined ? null : toCents(oldPrice),
      image_id: pictureIds.get(slug) ?? null,
      image_alt: altOf(product),
      rating: meanRating(slug),
      author: null,
      created_at: addedAt(index),
      updated_at: now,
      style_id: siblings.length > 1 ? idOf('style', style) : null,
      style_place: siblings.indexOf(product),
      shade: product.shade ?? null,
      swatch: product.swatch ?? null,
      chart_id: chart ? idOf('size chart', chart.name) : null,
      is_sealed: product.isSealed ?? false,
    }
  })

export const makeFurtherImageRows = (pictureIds: Map<string, string>): Rows<'product_image'> =>
  catalogue.flatMap(({ slug, views = [] }) =>
    views.map(({ picture, alt }, index) => ({
      product_id: idOf('product', slug),
      place: index + 1,
      image_id: pictureIds.get(picture) as string,
      alt,
    })),
  )

export const makeVariantRows = (addedAt: AddedAt): Rows<'variant'> =>
  catalogue.flatMap((product, index) =>
    (product.sizes ?? [oneSize]).map((size, place) => ({
      id: size === oneSize ? idOf('product', product.slug) : idOf('variant', `${product.slug}:${size}`),
      product_id: idOf('product', product.slug),
      size,
      place,
      sku: skuOf(product, size),
      created_at: addedAt(index),
    })),
  )

/** What the first picture shows, when there are others to tell it from; empty for the name alone. */
function altOf({ name, category, shade, views = [] }: DemoProduct): string {
  const colored = shade ? `${name} in ${shade.toLowerCase()}` : name
  if (category === 'dress' && views.length > 0) return `${colored}, from the front`
  return shade ? colored : ''
}

function meanRating(slug: string): number {
  const given = reviews.filter(review => review.slug === slug).map(({ rating }) => rating)
  const sum = given.reduce((total, rating) => total + rating, 0)
  return given.length ? Math.round((sum / given.length) * 100) / 100 : 0
}
