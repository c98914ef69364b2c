import { expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { actionInWords, actorOf, addressOf, changedFields, cutText, wordsOf } from './words.ts'

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
  expect(changedFields({ before, after })).toEqual([
    { name: 'price', before: '$120.00', after: '$99.99' },
    { name: 'old price', before: '–', after: '$1,234.50' },
    { name: 'name', before: '–', after: 'Silk dress' },
    { name: 'color', before: '–', after: 'black' },
  ])
  expect(changedFields({ before: null, after: null })).toEqual([])
})

test('a picture is named, and its id is not', () => {
  const before = { mark: null, 'heroes.0.picture': 'a1', 'heroes.0.title': 'Now' }
  const after = { mark: 'b2', 'heroes.0.picture': 'c3', 'heroes.0.title': 'Later' }
  expect(changedFields({ before, after })).toEqual([
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
  expect(changedFields({ before: null, after: { [field]: 'x' } })).toEqual([{ name, before: '–', after: 'x' }])
})

test('a long text is cut after 300 characters, at the end of a word, and nothing of it is lost', () => {
  expect(cutText('short')).toEqual(['short', ''])
  const words = 'word '.repeat(200).trim()
  const [start, rest] = cutText(words)
  expect(start.length).toBeLessThanOrEqual(300)
  expect(`${start} ${rest}`).toBe(words)
  const [hard, end] = cutText('😀'.repeat(400))
  expect(hard + end).toBe('😀'.repeat(400))
  expect(hard).not.toMatch(/[\ud800-\udbff]$/)
})

test('the time of an answer is written for a reader', () => {
  expect(changedFields({ before: null, after: { answeredAt: '2026-03-01T10:00:00.000Z' } })).toEqual([
    { name: 'answered at', before: '–', after: 'Mar 1, 2026, 10:00 AM UTC' },
  ])
})

test('a picture is called a picture, not by its number', () => {
  const words = (before: string | null, after: string | null) =>
    changedFields({ before: { image_id: before }, after: { image_id: after } })
  expect(words('828ed6', '1f00aa')).toEqual([{ name: 'picture', before: 'a picture', after: 'another picture' }])
  expect(words(null, '1f00aa')).toEqual([{ name: 'picture', before: '–', after: 'a picture' }])
  expect(words('828ed6', null)).toEqual([{ name: 'picture', before: 'a picture', after: '–' }])
})

test.each([
  [{}, '/dashboard/update-product/7'],
  [{ record: 'order', recordName: '0a1b' }, '/orders/0a1b'],
  [{ record: 'user', recordName: 'a+b@shop.test' }, '/dashboard/users?q=a%2Bb%40shop.test'],
  [{ record: 'import', recordName: 'spring.csv' }, '/dashboard/import-products?id=7'],
  [{ record: 'review', action: 'hide' }, '/dashboard/manage-reviews?q=7'],
  [{ action: 'delete' }, undefined],
  [{ action: 'erase', record: 'user', recordName: '7@deleted.invalid' }, undefined],
  [{ recordName: '' }, undefined],
  [{ action: 'erase', record: 'message', recordName: '' }, undefined],
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
  expect(actorOf({ ...entry, action: 'erase', actor: { _id: '7', email: 'ada@shop.test' } })).toBe('ada@shop.test')
})

test.each([
  ['change password', 'user', 'changed the password of user X'],
  ['reset password', 'user', 'chose, by the link of a letter, another password for user X'],
  ['erase', 'message', 'erased message X'],
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
