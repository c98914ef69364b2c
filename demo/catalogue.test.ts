import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { people } from './people.ts'
import { reviews } from './reviews.ts'

const pictures = join(import.meta.dirname, 'pictures')
const colours = ['beige', 'black', 'blue', 'gold', 'green', 'red', 'silver']
const countBy = <T>(items: T[], key: (item: T) => string) => Map.groupBy(items, key)

test('the demo shop sells at least fifteen products in each of its four categories, in every colour', () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(60)
  const categories = countBy(catalogue, product => product.category)
  expect([...categories.keys()].sort()).toEqual(['accessories', 'cosmetics', 'dress', 'jewellery'])
  for (const [category, products] of categories) {
    expect(products.length, category).toBeGreaterThanOrEqual(15)
    for (const colour of colours)
      expect(
        products.some(({ color }) => color === colour),
        `${colour} ${category}`,
      ).toBe(true)
  }
})

test('every price band has something to show', () => {
  const bands = [
    [0, 50],
    [50, 100],
    [100, 200],
    [200, Number.POSITIVE_INFINITY],
  ] as const
  for (const [low, high] of bands) {
    const within = catalogue.filter(({ price }) => price >= low && price <= high)
    expect(within.length, `$${low} to $${high}`).toBeGreaterThanOrEqual(4)
  }
})

test('no two products share a slug or a name', () => {
  expect(new Set(catalogue.map(product => product.slug)).size).toBe(catalogue.length)
  expect(new Set(catalogue.map(product => product.name)).size).toBe(catalogue.length)
})

test('about a third of the products has an old price, above the price and at most a fifth of it off', () => {
  const reduced = catalogue.filter(product => product.oldPrice !== undefined)
  expect(reduced.length / catalogue.length).toBeGreaterThanOrEqual(0.3)
  for (const { slug, price, oldPrice = 0 } of reduced) {
    expect(oldPrice, slug).toBeGreaterThan(price)
    expect(1 - price / oldPrice, slug).toBeLessThanOrEqual(0.2)
  }
})

test('every product has its picture in every width and format', async () => {
  const notes = JSON.parse(await readFile(join(pictures, 'pictures.json'), 'utf8'))
  expect(Object.keys(notes).sort()).toEqual(catalogue.map(product => product.slug).sort())
  for (const { slug } of catalogue) {
    expect(notes[slug], slug).toMatchObject({ width: 1280, height: 1600 })
    expect(notes[slug].placeholder.length, slug).toBeLessThan(250)
    for (const width of [320, 640, 960, 1280])
      for (const kind of ['avif', 'webp']) {
        const { width: real, height } = await sharp(join(pictures, slug, `${width}.${kind}`)).metadata()
        expect({ slug, real, height }).toEqual({ slug, real: width, height: (width * 5) / 4 })
      }
  }
})

test('a person reviews a product at most once, in words nobody else used for it', () => {
  expect(reviews.length).toBeGreaterThanOrEqual(400)
  for (const [slug, ofProduct] of countBy(reviews, review => review.slug)) {
    expect(
      catalogue.some(product => product.slug === slug),
      slug,
    ).toBe(true)
    expect(new Set(ofProduct.map(review => review.person)).size, slug).toBe(ofProduct.length)
    expect(new Set(ofProduct.map(review => review.comment)).size, slug).toBe(ofProduct.length)
  }
})

test('every review is by one of the people, in whole stars, and no comment is heard more than twice', () => {
  for (const { person, rating, daysAgo } of reviews) {
    expect(people[person]).toBeDefined()
    expect([1, 2, 3, 4, 5]).toContain(rating)
    expect(daysAgo).toBeGreaterThan(0)
  }
  for (const [comment, uses] of countBy(reviews, review => review.comment))
    expect(uses.length, comment).toBeLessThanOrEqual(2)
})
