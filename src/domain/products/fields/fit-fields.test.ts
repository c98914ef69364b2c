import { describe, expect, test } from 'vitest'
import { readFit } from './fit-fields.ts'

describe('the fit that a customer sends', () => {
  test('is read, and what is missing, null or empty counts as not given', () => {
    const none = { fit: null, heightCm: null, usualSize: null }
    expect(readFit({ fit: -1, heightCm: 172, usualSize: 'alpha-M' })).toEqual({
      fields: { fit: -1, heightCm: 172, usualSize: 'alpha-M' },
    })
    expect(readFit({ fit: 0, heightCm: 100 })).toEqual({ fields: { ...none, fit: 0, heightCm: 100 } })
    expect(readFit({ heightCm: 230 })).toEqual({ fields: { ...none, heightCm: 230 } })
    for (const empty of [undefined, null, '']) {
      expect(readFit({ fit: empty, heightCm: empty, usualSize: empty })).toEqual({ fields: none })
    }
  })

  test.each([
    [{ fit: 2 }, 'The fit must be -1 (runs small), 0 (true to size) or 1 (runs large).'],
    [{ fit: '1' }, 'The fit must be -1 (runs small), 0 (true to size) or 1 (runs large).'],
    [{ fit: 0.5 }, 'The fit must be -1 (runs small), 0 (true to size) or 1 (runs large).'],
    [{ heightCm: 99 }, 'The height must be a whole number of cm from 100 to 230.'],
    [{ heightCm: 231 }, 'The height must be a whole number of cm from 100 to 230.'],
    [{ heightCm: 172.5 }, 'The height must be a whole number of cm from 100 to 230.'],
    [{ heightCm: '172' }, 'The height must be a whole number of cm from 100 to 230.'],
    [{ heightCm: Number.NaN }, 'The height must be a whole number of cm from 100 to 230.'],
    [{ usualSize: 'M' }, 'The usual size must be a size that the shop knows.'],
    [{ usualSize: 'one' }, 'The usual size must be a size that the shop knows.'],
    [{ usualSize: 'constructor' }, 'The usual size must be a size that the shop knows.'],
    [{ usualSize: ['alpha-M'] }, 'The usual size must be a size that the shop knows.'],
  ])('is refused in one sentence: %j', (sent, error) => {
    expect(readFit(sent)).toEqual({ error })
  })
})
