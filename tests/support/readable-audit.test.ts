import { expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { auditOf, type Columns } from '#server/products/product-columns.ts'
import { hasWords } from '../../src/web/audit/field-words.ts'
import { faultsOf } from './readable-audit.ts'

const entry: AuditEntry = {
  ...{ _id: '1', at: '2026-03-01T10:00:00.000Z', actor: null, action: 'update', record: 'product', recordId: '7' },
  ...{ recordName: 'Silk dress', before: { price: 120 }, after: { price: 99 }, canUndo: false },
}
const id = '01980f3c-7b1a-7000-8000-0123456789ab'

test('an entry that an owner can read has no fault', () => {
  expect(faultsOf(entry)).toEqual([])
})

test('an action and a field without words are faults, and so is an id', () => {
  expect(faultsOf({ ...entry, action: 'polish', recordName: id, after: { price: 99, newField: 1, name: id } })).toEqual(
    [
      'product, polish: the action has no phrase',
      'product, polish: newField has no words',
      `product, polish: the name ${id} has an id`,
    ],
  )
  expect(faultsOf({ ...entry, after: { name: `Silk ${id}` } })).toEqual([expect.stringContaining('has an id')])
})

test('every column of a product that an admin changes has words', () => {
  const at = new Date()
  const columns: Required<Columns> = {
    ...{ name: '', category: 'dress', color: '', description: '', image_id: null, image_alt: '', style_id: null },
    ...{ style_place: 0, shade: null, swatch: null, chart_id: null, model_cm: null, model_size: null },
    ...{ is_sealed: false, seo_title: null, seo_description: null, awaits_picture: false, status: 'public' },
    ...{ visible_from: at, visible_until: at, sale_from: at, sale_until: at, sale_price_cents: 1 },
    ...{ price_cents: 1, old_price_cents: 1, regular_price_cents: 1, regular_old_price_cents: 1 },
  }
  expect(Object.keys(auditOf(columns)).filter(field => !hasWords(field))).toEqual([])
})
