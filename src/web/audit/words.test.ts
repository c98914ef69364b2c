import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { settingSchemas } from '#domain/settings/section.ts'
import { hasWords } from './field-words.ts'
import { actionInWords, actorOf, addressOf, changedFields, nameOf, wordsOf } from './words.ts'

const entry: AuditEntry = {
  _id: '1',
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  action: 'update',
  record: 'product',
  recordId: '7',
  recordName: 'Silk dress',
  before: null,
  after: null,
  canUndo: false,
}

test('money is written with two decimals, and a missing value is a dash', () => {
  const before = { price: 120, oldPrice: null, name: '' }
  const after = { price: 99.99, oldPrice: 1234.5, name: 'Silk dress', color: 'black' }
  expect(changedFields({ ...entry, before, after })).toEqual([
    { name: 'price', before: '$120.00', after: '$99.99' },
    { name: 'old price', before: '–', after: '$1,234.50' },
    { name: 'name', before: '–', after: 'Silk dress' },
    { name: 'color', before: '–', after: 'black' },
  ])
  expect(changedFields({ ...entry, before: null, after: null })).toEqual([])
})

test('a picture is named, and its id is not', () => {
  const before = { mark: null, 'heroes.0.picture': 'a1', 'heroes.0.title': 'Now' }
  const after = { mark: 'b2', 'heroes.0.picture': 'c3', 'heroes.0.title': 'Later' }
  expect(changedFields({ ...entry, before, after })).toEqual([
    { name: 'mark', before: '–', after: 'a picture' },
    { name: 'hero 1, picture', before: 'a picture', after: 'another picture' },
    { name: 'hero 1, title', before: 'Now', after: 'Later' },
  ])
})

test.each([
  ['heroes.0.alt', 'hero 1, description of the picture'],
  ['address.1', 'line of the address 2'],
  ['items.2.rule.maxPrice', 'collection 3, rule, highest price'],
  ['deals.title', 'deals, title'],
  ['senderName', "sender's name"],
  ['shipping-returns', 'shipping & returns'],
])('the field %s is called %j', (field, name) => {
  expect(changedFields({ ...entry, before: null, after: { [field]: 'x' } })).toEqual([
    { name, before: '–', after: 'x' },
  ])
})

/** The places of all fields of a schema, such as `heroes.0.title`. */
function placesOf(schema: TSchema, place = ''): string[] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  if (items) return placesOf(items, `${place}.0`)
  if (!properties) return [place]
  return Object.entries(properties)
    .filter(([name]) => name !== 'id') // left out by the server
    .flatMap(([name, each]) => placesOf(each, place ? `${place}.${name}` : name))
}

test.each(Object.entries(settingSchemas))('every field of the settings %s has words', (_name, schema) => {
  expect(placesOf(schema).filter(place => !hasWords(place))).toEqual([])
})

test('a field without words is known as such, and shown as words nevertheless', () => {
  expect(['newField', 'heroes.0.newField', 'newList.0', 'toString'].filter(hasWords)).toEqual([])
  const [field] = changedFields({ ...entry, before: null, after: { 'heroes.0.new_fieldHere': 'x' } })
  expect(field?.name).toBe('hero 1, new field here')
})

test('numbers, choices and names are written for a reader', () => {
  const before = null
  const read = (after: AuditEntry['after']) => changedFields({ ...entry, before, after }).map(field => field.after)
  expect(read({ refundLimitCents: 5_000, isSealed: true, changed: 'line1, postalCode' })).toEqual([
    ...['$50.00', 'yes', 'Street and number, Postal code'],
  ])
  expect(read({ 'items.0.order': 'price-asc', 'rates.0.bp': 2_000, 'zones.0.countries.3': 'FR' })).toEqual([
    ...['price, low to high', '20 %', 'France'],
  ])
  expect(read({ 'ofProducts.0.filters': 'visibility=draft&sort=name' })).toEqual(['visibility: draft, sort: name'])
})

test('an entry of an earlier release shows no id', () => {
  const [one, other] = ['01980f3c-7b1a-7000-8000-0123456789ab', '01980f3c-7b1a-7000-8000-0123456789ac']
  const [mark, front] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']
  const before = {
    orderId: mark,
    style_id: one,
    'items.0.products.1': one,
    furtherImages: `${mark} (Front)`,
    exempt: '',
  }
  const after = { style_id: other, 'items.0.products.1': other, furtherImages: `${front} (Front)`, exempt: one }
  expect(changedFields({ ...entry, before, after })).toEqual([
    { name: 'style', before: 'a style', after: 'another style' },
    { name: 'further pictures', before: 'a picture (Front)', after: 'a picture (Front), other ones' },
    { name: 'categories that do not come back', before: '–', after: 'a category' },
    { name: 'collection 1, piece 2', before: 'a piece', after: 'another piece' },
  ])
})

test('the fields of an item stand together, and what was and is empty is left out', () => {
  const after = {
    'heroes.10.text': 'c',
    'heroes.2.title': 'a',
    'heroes.10.link': '/',
    'heroes.2.alt': '',
    accent: '#111',
  }
  expect(changedFields({ ...entry, before: { 'heroes.2.alt': null }, after }).map(({ name }) => name)).toEqual([
    ...['accent', 'hero 3, title', 'hero 11, text', 'hero 11, link'],
  ])
})

test('the fields of a count are sizes', () => {
  expect(changedFields({ ...entry, action: 'count', before: { M: null }, after: { M: 5 } })).toEqual([
    { name: 'pieces of M', before: '–', after: '5' },
  ])
})

test.each([
  [{ record: 'user', recordName: '7@deleted.invalid' }, 'who was erased'],
  [{ record: 'message', recordName: '' }, 'a visitor'],
  [{ record: 'order', recordName: '' }, 'that is gone'],
  [{ record: 'setting', recordName: 'home' }, 'the home page'],
] as const)('a record with %j is called %j', (change, name) => {
  expect(nameOf({ ...entry, ...change })).toBe(name)
})

test('the time of an answer is written for a reader', () => {
  expect(changedFields({ ...entry, before: null, after: { answeredAt: '2026-03-01T10:00:00.000Z' } })).toEqual([
    { name: 'answered at', before: '–', after: 'Mar 1, 2026, 10:00 AM UTC' },
  ])
})

test('a picture is called a picture, not by its number', () => {
  const words = (before: string | null, after: string | null) =>
    changedFields({ ...entry, before: { image_id: before }, after: { image_id: after } })
  expect(words('828ed6', '1f00aa')).toEqual([{ name: 'picture', before: 'a picture', after: 'another picture' }])
  expect(words(null, '1f00aa')).toEqual([{ name: 'picture', before: '–', after: 'a picture' }])
  expect(words('828ed6', null)).toEqual([{ name: 'picture', before: 'a picture', after: '–' }])
})

test.each([
  [{}, '/dashboard/update-product/7'],
  [{ record: 'order', recordName: '#1042' }, '/orders/7'],
  [{ record: 'user', recordName: 'a+b@shop.test' }, '/dashboard/users?q=a%2Bb%40shop.test'],
  [{ record: 'import', recordName: 'spring.csv' }, '/dashboard/import-products?id=7'],
  [{ record: 'review', action: 'hide' }, '/dashboard/manage-reviews?q=7'],
  [{ action: 'delete' }, undefined],
  [{ action: 'erase', record: 'user', recordName: '7@deleted.invalid' }, undefined],
  [{ recordName: '' }, undefined],
  [{ action: 'erase', record: 'message', recordName: '' }, undefined],
  [{ record: 'message', recordName: '2026-03-01 10:00 UTC' }, '/dashboard/messages?status=all'],
] as const)('an entry with %j links to %s', (change, address) => {
  expect(addressOf({ ...entry, ...change })).toBe(address)
})

test('an action without a phrase is shown under its own name', () => {
  expect(actionInWords('change role')).toBe('changed the role of')
  expect(actionInWords('second factor off')).toBe('turned off two-step sign-in for')
  expect(actionInWords('polish')).toBe("did 'polish' with")
})

test('an action without an account was done by the command line or by the shop', () => {
  expect(actorOf(entry)).toBe('The command line')
  expect(actorOf({ ...entry, action: 'erase' })).toBe('The shop')
  expect(actorOf({ ...entry, action: 'erase buyer' })).toBe('The shop')
  expect(actorOf({ ...entry, action: 'erase', actor: { _id: '7', email: 'ada@shop.test' } })).toBe('ada@shop.test')
  expect(actorOf({ ...entry, actor: { _id: '7', email: '7@deleted.invalid' } })).toBe('A user who was erased')
})

test.each([
  ['change password', 'user', 'changed the password of user X'],
  ['reset password', 'user', 'chose, by the link of an e-mail, another password for user X'],
  ['erase', 'message', 'erased message of X'],
  ['hide', 'review', 'hid a review of X'],
  ['remove answer', 'review', 'removed the answer to a review of X'],
  ['undo', 'review', 'brought back the earlier state of a review of X'],
] as const)('an entry for %s reads as a sentence', (action, record, sentence) => {
  expect(`${actionInWords(action)} ${wordsOf({ action, record })} X`).toBe(sentence)
})

test('an import reads as a sentence, and so does its undo', () => {
  const sentence = (action: string, record: 'import' | 'product') =>
    `${actionInWords(action)} ${wordsOf({ action, record })} X`
  expect(sentence('import', 'import')).toBe('imported products from X')
  expect(sentence('undo', 'import')).toBe('brought back the products as they were before the import of X')
  expect(sentence('fetch again', 'import')).toBe('let the shop fetch again pictures of the import of X')
  expect(sentence('undo', 'product')).toBe('brought back product X')
})
