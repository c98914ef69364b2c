import type { EmailBranding } from '#server/mail/branding.ts'
import { type Block, writeContent } from '#server/mail/render.ts'
import { expect, test } from '../test.ts'

const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)
const url = 'http://localhost/'
const colors = { button: '#8c2f39', text: '#8c2f39' }
const branding: EmailBranding = {
  ...{ name: 'Vitrine', signature: [word], shop: ['Vitrine'], accent: { light: colors, dark: colors } },
  ...{
    contactEmail: 'hello@shop.test',
    sender: { name: 'Vitrine', address: 'hello@shop.test' },
    sentences: { placed: '', shipped: '', refunded: '' },
  },
}
const everyKind: Block[] = [
  { kind: 'headline', text: word },
  { kind: 'title', text: word },
  { kind: 'paragraph', text: word },
  { kind: 'note', text: word },
  { kind: 'typed', text: word },
  { kind: 'goods', goods: [{ name: word, quantity: 1, sum: '$189.00' }], sums: [[`Delivery, ${word}`, '$5.00']] },
  { kind: 'lines', title: 'It goes to', lines: [word, '12 St James Square'] },
  { kind: 'button', label: 'See your order', url },
  { kind: 'link', label: word, url },
  { kind: 'item', text: word, label: word, url, more: word },
]

test('an e-mail with a long name or address in it is no wider than a phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tooWide: string[] = []
  for (const block of everyKind) {
    await page.setContent(writeContent({ subject: 'Your order', link: url, blocks: [block] }, branding).html)
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > 390) tooWide.push(block.kind)
  }
  expect(tooWide).toEqual([])
})
