import { expect, test } from 'vitest'
import { addressFrom } from './catalogue.ts'
import { defaultCatalogue } from './default-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readSection } from './read-section.ts'

const [accessories, dress] = defaultCatalogue.categories
const [black, red] = defaultCatalogue.colors
const trousers = { ...accessories, id: 't', name: 'Trousers', address: 'trousers' }
const withCategory = (change: object) => ({ ...defaultCatalogue, categories: [dress, { ...trousers, ...change }] })
const withColor = (change: object) => ({ ...defaultCatalogue, colors: [black, { ...red, ...change }] })

test('the lists with which a shop begins can be saved as they are', () => {
  expect(readCatalogue(defaultCatalogue)).toEqual(defaultCatalogue)
})

test('a name of one’s own is tidied, and a color is stored in lower case', () => {
  const { categories, colors } = readCatalogue({
    categories: [{ ...trousers, name: '  Trousers ' }],
    colors: [{ id: 'p', name: ' Plum', swatch: '#6B2D5C' }],
  })
  expect(categories[0]).toMatchObject({ name: 'Trousers', address: 'trousers' })
  expect(colors).toEqual([{ id: 'p', name: 'plum', swatch: '#6b2d5c' }])
})

test('an address that is in use again leads nowhere else', () => {
  const { categories } = readCatalogue(withCategory({ former: ['dress', 'pants'] }))
  expect(categories[1]?.former).toEqual(['pants'])
})

test.each([
  ['an address that is taken', withCategory({ address: 'dress' }), 'categories.1.address', 'have the address dress'],
  ['a name that is taken', withCategory({ name: 'DRESS' }), 'categories.1.name', 'two categories called DRESS'],
  ['an address with a slash', withCategory({ address: 'a/b' }), 'categories.1.address', 'letters from a to z'],
  ['the address all', withCategory({ address: 'all' }), 'categories.1.address', 'stands for all'],
  ['a name of 41 letters', withCategory({ name: 'a'.repeat(41) }), 'categories.1.name', 'at most 40'],
  ['a name that nobody sees', withCategory({ name: '\u200b' }), 'categories.1.name', 'is missing'],
  ['an id twice', withCategory({ id: 'dress' }), 'categories.1.id', 'the same id'],
  ['an id with a space', withCategory({ id: 'a b' }), 'categories.1.id', 'letters, digits and hyphens'],
  ['a former address that is none', withCategory({ former: ['../x'] }), 'categories.1.former', 'is none'],
  ['no category', { ...defaultCatalogue, categories: [] }, 'categories', 'at least one category'],
  ['no color', { ...defaultCatalogue, colors: [] }, 'colors', 'at least one color'],
  ['a swatch that is no color', withColor({ swatch: 'plum' }), 'colors.1.swatch', 'such as #6b2d5c'],
  ['a color that is there', withColor({ name: 'Black' }), 'colors.1.name', 'two colors called black'],
  ['a text', 'dress', '', 'must be an object'],
  ['too many colors', { ...defaultCatalogue, colors: Array.from({ length: 61 }, () => black) }, 'colors', 'at most 60'],
])('%s is refused with one sentence', (_, sent, field, sentence) => {
  const read = readSection('catalogue', sent)
  expect(read).toMatchObject({ field, error: expect.stringContaining(sentence) })
})

test.each([
  ['Robes d’été', 'robes-d-ete'],
  ['  Knitwear & tops ', 'knitwear-tops'],
  ['外套', ''],
])('the name %j suggests the address %j', (name, address) => {
  expect(addressFrom(name)).toBe(address)
})
