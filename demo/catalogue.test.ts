import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findSize, readSizes } from '#domain/products/size.ts'
import { catalogue } from './catalogue.ts'
import { people } from './people.ts'
import { reviews } from './reviews.ts'
import { chartOf, sizeCharts, skuOf } from './size-charts.ts'

const pictures = join(import.meta.dirname, 'pictures')
const colours = ['beige', 'black', 'blue', 'gold', 'green', 'red', 'silver']
const runs: [word: string, run: string][] = [
  [' Ring', 'ring'],
  [' Belt', 'acc'],
  [' Hat', 'acc'],
  [' Beret', 'acc'],
  [' Gloves', 'acc'],
]
const ofNamed = (name: string) => runs.flatMap(([word, run]) => (name.includes(word) ? [run] : []))
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
  const styles = countBy(catalogue, product => product.style ?? product.slug)
  expect(new Set(catalogue.map(product => product.slug)).size).toBe(catalogue.length)
  expect(new Set(catalogue.map(product => product.name)).size).toBe(styles.size)
})

test('the products of a style differ in color and shade, agree in name and price, and stand apart', () => {
  const styles = [...countBy(catalogue, product => product.style ?? product.slug)].filter(([, all]) => all.length > 1)
  expect(styles.length).toBeGreaterThanOrEqual(3)
  for (const [first, products] of styles) {
    expect(products[0]?.slug, `${first} comes before its siblings`).toBe(first)
    for (const field of ['color', 'shade', 'swatch'] as const)
      expect(new Set(products.map(product => product[field])).size, `${field} of ${first}`).toBe(products.length)
    for (const field of ['name', 'category', 'price'] as const)
      expect(new Set(products.map(product => product[field])).size, `${field} of ${first}`).toBe(1)
    for (const { slug, shade, swatch, description } of products) {
      expect(shade?.length, slug).toBeLessThanOrEqual(40)
      expect(swatch, slug).toMatch(/^#[0-9a-f]{6}$/)
      expect(products.filter(other => other.description === description).length, slug).toBe(1)
    }
    const places = products.map(product => catalogue.indexOf(product))
    for (const [i, place] of places.entries()) {
      if (i === 0) continue
      expect(place, first).toBeGreaterThanOrEqual(8)
      expect(place - (places[i - 1] ?? 0), first).toBeGreaterThan(1)
    }
  }
})

test('dresses, rings, belts, hats and gloves have sizes, each with its own SKU and a row of its chart', () => {
  for (const product of catalogue) {
    const { slug, category, sizes = [] } = product
    const expected = category === 'dress' ? ['alpha', 'eu'] : ofNamed(product.name)
    if (expected.length === 0) {
      expect(product.sizes, slug).toBeUndefined()
      continue
    }
    expect(sizes.length, slug).toBeGreaterThanOrEqual(2)
    expect(readSizes(sizes), slug).toEqual({ sizes: sizes.map(size => ({ size, sku: null, barcode: null })) })
    expect(expected, slug).toContain(findSize(sizes[0] ?? '')?.run)
    const chart = chartOf(sizes)
    for (const size of sizes) expect(chart?.rows.map(row => row.size)).toContain(size)
  }
  const skus = catalogue.flatMap(product => (product.sizes ?? ['one']).map(size => skuOf(product, size)))
  expect(new Set(skus).size).toBe(skus.length)
  expect(skus).toContain('COL-RIP-M')
})

test('the measures of a chart grow with the size, and there is one for each column', () => {
  for (const { name, measures, rows } of sizeCharts)
    for (const [place, { size, mm }] of rows.entries()) {
      expect(mm.length, size).toBe(measures.length)
      for (const [column, [least, most]] of mm.entries()) {
        expect(most, `${name}, ${size}`).toBeGreaterThanOrEqual(least)
        const before = rows[place - 1]?.mm[column]
        if (before) expect(least, `${name}, ${size}`).toBeGreaterThanOrEqual(before[1])
      }
    }
})

test('at least twelve products have three pictures, each view with its own alt text', () => {
  expect(catalogue.filter(({ views = [] }) => views.length >= 2).length).toBeGreaterThanOrEqual(12)
  for (const { slug, views = [] } of catalogue) {
    expect(views.length, slug).toBeLessThanOrEqual(3)
    expect(new Set(views.map(view => view.alt)).size, slug).toBe(views.length)
    for (const { picture, alt } of views) {
      expect(picture.startsWith(`${slug}-`), picture).toBe(true)
      expect(alt.length, picture).toBeGreaterThan(10)
      expect(alt.length, picture).toBeLessThanOrEqual(200)
    }
  }
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
  const names = catalogue.flatMap(({ slug, views = [] }) => [slug, ...views.map(view => view.picture)])
  expect(Object.keys(notes).sort()).toEqual(names.toSorted())
  for (const slug of names) {
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
