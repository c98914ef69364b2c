import { expect, test } from 'vitest'
import { createProduct } from '../../../tests/support/builders.ts'
import { namesOf, searchedShop } from './shop.fixture.ts'

const shop = searchedShop()
const { find } = shop

test('returns the corrected text of a misspelt search', async () => {
  await createProduct(shop.db, { name: 'Silver earrings', category: 'jewellery', color: 'silver' })
  expect(await find({ q: 'sliver earings' })).toMatchObject({ totalProducts: 1, corrected: 'silver earrings' })
  expect(await find({ q: 'silver earrings' })).not.toHaveProperty('corrected')
})

test('corrects only to words in names, with few errors in a short one, and not a text full of errors', async () => {
  await createProduct(shop.db, {
    name: 'Velvet sapphire gown with silver red bracelet',
    description: 'Change the oval door, catch people on walls of shirting.',
  })
  for (const q of ['chanel', 'dior', 'opal', 'wallet', 'shipping', 'purple', 'watch', 'seller', 'rod', 'bed'])
    expect(await find({ q }), q).toEqual({ products: [], totalProducts: 0, totalPages: 0, suggestions: [] })
  expect(await find({ q: 'town' })).toMatchObject({ totalProducts: 0, suggestions: ['gown'] })
  expect(await find({ q: 'rde gwon' })).toMatchObject({ totalProducts: 1, corrected: 'red gown' })
  expect(await find({ q: 'velvit saphire braclet' })).toMatchObject({ corrected: 'velvet sapphire bracelet' })
  expect(await find({ q: 'velvit saphire braclet sillver' })).toMatchObject({ totalProducts: 0 })
})

test('returns no correction that finds nothing', async () => {
  await createProduct(shop.db, { name: 'Silver earrings', category: 'jewellery', color: 'silver' })
  await createProduct(shop.db, { name: 'Velvet gown', description: 'Black.' })
  const answer = await find({ q: 'velvit earings' })
  expect(answer.suggestions?.toSorted()).toEqual(['earrings', 'velvet'])
  expect(answer).not.toHaveProperty('corrected')
})

test('a number matches a name or a price, not a weight', async () => {
  await createProduct(shop.db, { name: 'Olive soap', category: 'cosmetics', description: '150 g.', price_cents: 1_400 })
  await createProduct(shop.db, { name: 'Jeans 501', description: 'Blue.', price_cents: 9_000 })
  for (const q of ['150', '150 or 200']) expect(namesOf(await find({ q }))).toEqual([])
  expect(namesOf(await find({ q: 'soap 150' }))).toEqual(['Olive soap'])
  expect(namesOf(await find({ q: '501' }))).toEqual(['Jeans 501'])
  expect(namesOf(await find({ q: '50-100' }))).toEqual(['Jeans 501'])
  expect(namesOf(await find({ q: 'soap 20 to 10' }))).toEqual(['Olive soap'])
  for (const q of ['jeans size 50-100', 'jeans 50-100 ml', 'jeans 050-100'])
    expect(namesOf(await find({ q }))).toEqual([])
})

test('finds and counts either of two things when no product is both', async () => {
  await createProduct(shop.db, {
    name: 'Pearl earrings',
    category: 'jewellery',
    color: 'beige',
    description: 'A pair.',
  })
  await createProduct(shop.db, { name: 'Velvet gown', color: 'black', description: 'Long.' })
  await createProduct(shop.db, { name: 'Black and beige scarf', category: 'accessories', description: 'Wool.' })
  expect(namesOf(await find({ q: 'earings and gown' })).toSorted()).toEqual(['Pearl earrings', 'Velvet gown'])
  expect(await find({ q: 'earings and gown' })).toMatchObject({ corrected: 'earrings or gown' })
  expect((await shop.app.inject('/api/search/counts?q=earrings+%26+gown')).json().data.category).toEqual({
    jewellery: 1,
    dress: 1,
  })
  expect(namesOf(await find({ q: 'black and beige' }))).toEqual(['Black and beige scarf'])
})

test('when no product has all words, suggests most of them', async () => {
  await createProduct(shop.db, { name: 'Leather bag', category: 'accessories', color: 'red', description: 'For town.' })
  expect((await find({ q: 'leather handbag brown' })).suggestions?.[0]).toBe('leather handbag')
  expect((await find({ q: 'large leather handbag brown' })).suggestions?.[0]).toBe('leather handbag')
  expect((await find({ q: 'town brown' })).suggestions).toEqual([])
})

test('when nothing is found, suggests only searches that find something', async () => {
  await createProduct(shop.db, { name: 'Velvet gown', description: 'Black.' })
  await createProduct(shop.db, { name: 'Leather gloves', category: 'accessories', description: 'Thin.' })
  const { suggestions } = await find({ q: 'velvet gloves boots' })
  expect(suggestions?.toSorted()).toEqual(['gloves', 'velvet'])
  expect((await find({ q: 'lezarow' })).suggestions).toEqual([])
  expect((await find({ q: 'leathercraft' })).suggestions).toEqual(['leather'])
})
