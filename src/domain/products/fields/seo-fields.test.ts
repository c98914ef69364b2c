import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSeo } from './seo-fields.ts'

test('texts are read on one line, and what was not sent is left out', () => {
  expect(readSeo({ seoTitle: ' Silk\n dress ' })).toEqual({ fields: { seoTitle: 'Silk  dress' }, fieldErrors: {} })
  expect(readSeo({ seoTitle: 'x'.repeat(70), seoDescription: 'y'.repeat(200) }).fieldErrors).toEqual({})
  for (const none of [null, '', ' \n'])
    expect(readSeo({ seoDescription: none })).toEqual({ fields: { seoDescription: null }, fieldErrors: {} })
  expect(readSeo({})).toEqual({ fields: {}, fieldErrors: {} })
})

test.each([
  [{ seoTitle: 'x'.repeat(71) }, 'The title for search engines can have at most 70 characters.'],
  [{ seoDescription: 'x'.repeat(201) }, 'The description for search engines can have at most 200 characters.'],
  [{ seoTitle: 7 }, 'The title for search engines must be a text.'],
  [{ seoTitle: ['a'] }, 'The title for search engines must be a text.'],
  [{ seoDescription: '\u2800' }, 'The description for search engines has nothing to see.'],
])('%j is refused in one sentence', (sent, error) => {
  expect(Object.values(readSeo(sent).fieldErrors)).toEqual([error])
})

test('nothing that is sent throws, and no text is too long for the database', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string({ maxLength: 300 }), (seoTitle, seoDescription) => {
      const { fields } = readSeo({ seoTitle, seoDescription })
      expect(fields.seoTitle?.length ?? 0).toBeLessThanOrEqual(70)
      expect(fields.seoDescription?.length ?? 0).toBeLessThanOrEqual(200)
    }),
  )
})
