import type { FitFields } from '#domain/products/fields/fit-fields.ts'
import { catalogue } from './catalogue.ts'
import { people } from './people.ts'
import { seededRandom } from './random.ts'
import { accessoriesReviews } from './review-texts/accessories.ts'
import { cosmeticsReviews } from './review-texts/cosmetics.ts'
import { dressReviews } from './review-texts/dress.ts'
import { jewelleryReviews } from './review-texts/jewellery.ts'
import type { Opinion, Rating } from './review-texts/opinion.ts'

export interface DemoReview {
  slug: string
  /** Index into `people`. */
  person: number
  rating: Rating
  comment: string
  daysAgo: number
  fit: FitFields
}

const texts = {
  accessories: accessoriesReviews,
  cosmetics: cosmeticsReviews,
  dress: dressReviews,
  jewellery: jewelleryReviews,
}

// How many opinions of the category each product adds to its own; the slowest sellers have no review at all.
const extras = [
  2, 5, 3, 6, 4, 6, 7, 5, 5, 6, 3, 6, 9, 7, 5, 6, 6, 4, 2, 5, 7, 6, 8, 5, 3, 4, 6, 5, 5, 4, 5, 6, 4, 6, 4, 5, 4, 5, 3,
  3, 3, 3, 5, 4, 5, 5, 4, 3, 0, 4, 3, 3, 4, 3, 4, 4, 3, 0, 0, 0,
]
const unreviewed = new Set([
  'plisse-evening-clutch',
  'grenat-cocktail-ring',
  'selene-one-shoulder-gown',
  'givre-hair-clip',
  'porte-bonheur-bracelet',
  'peche-cream-blush',
])

// The further colors of a style have no reviews: people wrote about the first one.
const reviewed = catalogue.filter(({ style }) => !style)

const noFit: FitFields = { fit: null, heightCm: null, usualSize: null }

/** A few hundred opinions, always the same: a product at place n of the catalogue has none older than 12 + 9n days. */
export const reviews: DemoReview[] = reviewed.flatMap(({ slug, category, sizes }, place) => {
  if (unreviewed.has(slug)) return []
  const random = seededRandom(slug)
  const { of, any } = texts[category]
  const first = firstUse(category, place, any.length)
  const shared = Array.from({ length: extras[place] ?? 4 }, (_, i) => any[(first + i) % any.length] as Opinion)
  const writers = shuffled(
    people.map((_, i) => i),
    random,
  )
  return shuffled([...(of[slug] ?? []), ...shared], random).map(([rating, comment], i) => ({
    slug,
    person: writers[i] as number,
    rating,
    comment,
    daysAgo: 1 + Math.floor(random() * (11 + 9 * place)),
    fit: category === 'dress' && sizes ? fitFor(slug, writers[i] as number) : noFit,
  }))
})

/** What a person says about the fit of a dress: most agree on it, and one in six says nothing. */
function fitFor(slug: string, person: number): FitFields {
  const tendency = seededRandom(`fit ${slug}`)()
  const random = seededRandom(`fit ${slug} ${person}`)
  if (random() < 1 / 6) return noFit
  const usual = tendency < 0.25 ? -1 : tendency < 0.85 ? 0 : 1
  const body = seededRandom(`body ${person}`)
  const heightCm = 156 + Math.floor(body() * 27)
  const usualSize = ['alpha-S', 'alpha-M', 'alpha-L'][Math.floor(body() * 3)] ?? null
  return { fit: random() < 0.75 ? usual : 0, heightCm, usualSize }
}

// Products of a category take the shared opinions in turn, so that none is heard more often than it must be.
function firstUse(category: string, place: number, length: number) {
  const before = reviewed.slice(0, place).map((product, i) => ({ ...product, extra: extras[i] ?? 4 }))
  const used = before.filter(product => product.category === category && !unreviewed.has(product.slug))
  return used.reduce((sum, { extra }) => sum + extra, 0) % length
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map(item => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
