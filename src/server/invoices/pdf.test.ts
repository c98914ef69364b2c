import { expect, test } from 'vitest'
import type { Invoice } from '#domain/costs/invoice.ts'
import { runsOf } from './fonts.ts'
import { writePdf } from './pdf.ts'

const line = {
  name: 'Silk dress, Black, M',
  sku: 'SD-1',
  quantity: 2,
  unitPrice: 120.5,
  discount: 5,
  net: 196.67,
  total: 236,
}
const invoice: Invoice = {
  number: '2026-00017',
  kind: 'invoice',
  corrects: null,
  issuedAt: '2026-12-01T10:00:00.000Z',
  order: { orderId: '0'.repeat(32), number: 1017, placedAt: '2026-12-01T09:59:00.000Z' },
  seller: {
    name: 'Vitrine',
    address: ['12 Arcade Row', 'London W1'],
    email: 'hello@vitrine.example',
    legal: ['VAT GB 1'],
  },
  buyer: { lines: ['Łucja Weiß-Žižek', 'Жуковского 5, кв. 7', 'Αθήνα', 'Đường Nguyễn Huệ'], email: null },
  lines: [line],
  discountCode: 'AUTUMN',
  taxRate: 20,
  taxLabel: 'VAT',
  net: 196.67,
  tax: 39.33,
  total: 236,
  currency: 'usd',
}
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length

test('is a PDF with its fonts embedded', async () => {
  const pdf = await writePdf(invoice, 'http://shop.test')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  expect(pagesOf(pdf)).toBe(1)
  expect(pdf.toString('latin1').match(/\/FontFile2/g)?.length).toBe(6) // Latin twice, extended, Vietnamese, Cyrillic, Greek
})

test('has as many pages as its lines need', async () => {
  const lines = Array.from({ length: 50 }, (_, n) => ({ ...line, name: `${'Very long name '.repeat(12)}${n}` }))
  const pdf = await writePdf({ ...invoice, lines }, 'http://shop.test')
  expect(pagesOf(pdf)).toBeGreaterThan(3)
  expect(pagesOf(pdf)).toBeLessThan(12)
})

test.each([
  ['ß ł', ['latin ß ', 'latin-ext ł']],
  ['Ж', ['cyrillic Ж']],
  ['a日本', ['latin a\ufffd\ufffd']],
  ['', []],
])('%s is printed with the fonts that have its characters', (text, runs) => {
  expect(runsOf(text).map(({ script, text: part }) => `${script} ${part}`)).toEqual(runs)
})

test('a mad text is no error', async () => {
  const mad = ['\u202e\u0000\ud83d\ude00e\u0301', 'x'.repeat(400), '', ' ', '日本橋 1-2-3', '\ud800']
  const pdf = await writePdf({ ...invoice, buyer: { lines: mad, email: null } }, 'http://shop.test')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})
