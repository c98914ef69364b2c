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
])('an iPhone picture, recognised by %j, gets a hint how to convert it', change => {
  expect(pictureError({ ...file, ...change })).toBe(heicError)
})

test.each([
  {},
  { name: 'heic.jpg' },
  { name: 'heic', type: '' },
  { type: 'image/avif', name: 'dress.avif' },
  { size: 8 * 1024 * 1024 },
])('a file with %j is accepted', change => {
  expect(pictureError({ ...file, ...change })).toBeUndefined()
})

test('a file that is too large gets the size limit', () => {
  expect(pictureError({ ...file, size: 8 * 1024 * 1024 + 1 })).toBe(bytesError)
  expect(bytesError).toBe('A picture can have at most 8 MB.')
})

test('a picture is blurred if the page shows it wider or higher than it is', () => {
  expect(willBlur({ width: 650, height: 813 })).toBe(false)
  expect(willBlur({ width: 649, height: 2_000 })).toBe(true)
  expect(willBlur({ width: 1_280, height: 720 })).toBe(true)
})
