import { expect, test } from 'vitest'
import { bytesError, heicError, pictureError, willBlur } from './picture-field.ts'

const file = { name: 'dress.jpg', type: 'image/jpeg', size: 2_000_000 }

test.each([
  { type: 'image/heic' },
  { type: 'image/heif' },
  { type: 'image/heic-sequence' },
  { name: 'IMG_0001.HEIC', type: '' },
  { name: 'a.b.heif', type: 'application/octet-stream' },
  { name: 'DSC1.HIF', type: '' },
  { name: 'burst.heics', type: '' },
])('a picture of an iPhone, known by %j, is told how to become one that is taken', change => {
  expect(pictureError({ ...file, ...change })).toBe(heicError)
})

test.each([
  {},
  { name: 'heic.jpg' },
  { name: 'heic', type: '' },
  { type: 'image/avif', name: 'dress.avif' },
  { size: 8 * 1024 * 1024 },
])('nothing is said against a file with %j', change => {
  expect(pictureError({ ...file, ...change })).toBeUndefined()
})

test('a file that is too large is told how large it may be', () => {
  expect(pictureError({ ...file, size: 8 * 1024 * 1024 + 1 })).toBe(bytesError)
  expect(bytesError).toBe('A picture can have at most 8 MB.')
})

test('a picture blurs when its place is wider or higher than it is', () => {
  expect(willBlur({ width: 650, height: 813 })).toBe(false)
  expect(willBlur({ width: 649, height: 2_000 })).toBe(true)
  expect(willBlur({ width: 1_280, height: 720 })).toBe(true)
})
