import { expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { checklistOf, type ShopFacts } from './checklist.ts'

const ready: ShopFacts = {
  paymentMode: 'live',
  hasWebhookSecret: true,
  hasMailServer: true,
  publicOrigin: 'https://shop.example',
  isLoopback: false,
  backups: 'own disk',
  hasOwnName: true,
  contact: { address: ['3 Mill Lane', 'Bath'], email: 'olga@shop.example' },
  sender: { address: 'olga@shop.example', isChosen: true },
  unchangedPages: [],
  hasProducts: true,
  hasDemoProducts: false,
  hasFirstAdmin: false,
}
const openOf = (facts: Partial<ShopFacts>) =>
  checklistOf({ ...ready, ...facts }).flatMap(({ id, isDone, sentence }) => (isDone ? [] : [`${id}: ${sentence}`]))

test('a shop that is ready has nothing open', () => {
  expect(openOf({})).toEqual([])
  expect(checklistOf(ready).find(({ id }) => id === 'origin')?.sentence).toBe(
    'Customers find the shop at https://shop.example.',
  )
})

test.each<[string, Partial<ShopFacts>, RegExp]>([
  ['the sandbox', { paymentMode: 'sandbox' }, /^payments: Payments are simulated/],
  ['test keys', { paymentMode: 'test' }, /^payments: STRIPE_SECRET_KEY is a test key/],
  ['no webhook secret', { hasWebhookSecret: false }, /^webhook: Stripe cannot tell the shop of payments/],
  ['no mail server', { hasMailServer: false }, /^email: There is no mail server/],
  [
    'a sender that nobody chose',
    { sender: { address: 'hello@shop.example', isChosen: false } },
    /^sender: E-mails come from hello@shop\.example, which nobody has chosen/,
  ],
  ['a loopback origin', { publicOrigin: 'http://localhost:3000', isLoopback: true }, /^origin: Only this computer/],
  ['an http origin', { publicOrigin: 'http://shop.example' }, /^origin: The shop’s address has no https:\/\//],
  ['backups on the same disk', { backups: 'same disk' }, /^backups: .*The shop cannot see whether you do\.$/],
  ['the name of the demo', { hasOwnName: false }, /^name: The shop is still called Vitrine\.$/],
  ['no product', { hasProducts: false }, /^products: There is nothing/],
  ['demo products', { hasDemoProducts: true }, /^demo: Demo products are on sale/],
  ['the first admin', { hasFirstAdmin: true }, /^admin: An admin signs in as admin@vitrine\.example/],
])('%s is open alone', (_, facts, sentence) => {
  expect(openOf(facts)).toEqual([expect.stringMatching(sentence)])
})

test('address and e-mail of the demo are named, together or alone', () => {
  const { address, email } = defaultSettings.contact
  expect(openOf({ contact: { address, email } })).toEqual([
    'contact: The address and the e-mail address that customers read are still invented.',
  ])
  expect(openOf({ contact: { address, email: 'olga@shop.example' } })).toEqual([
    'contact: The address that customers read is still invented.',
  ])
  expect(openOf({ contact: { address: [], email } })).toEqual([
    'contact: The e-mail address that customers read is still invented.',
  ])
})

test('each text of the demo is named; the one about the shop may stay', () => {
  expect(openOf({ unchangedPages: ['terms', 'about', 'privacy'] })).toEqual([
    'policies: Still the text of the demo, which promises things in your name: terms, privacy.',
  ])
  expect(openOf({ unchangedPages: ['about', 'faq'] })).toEqual([])
})
