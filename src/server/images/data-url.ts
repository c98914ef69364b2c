import { bytesError, heicError, pictureKinds, pictureLimits } from '#domain/products/fields/picture-field.ts'
import { ShopError } from '../lib/errors.ts'

/** The body limit of routes that accept a picture as a data URL, which is a third longer than its bytes. */
export const pictureBodyLimit = Math.ceil((pictureLimits.bytes * 4) / 3) + 64 * 1024

const dataUrl = /^data:image\/[\w.+-]+;base64,/

/** Decodes a picture from a data URL. ShopError 415 when it is not one, 413 over 8 MB. */
export function readDataUrl(text: string): Buffer {
  const head = dataUrl.exec(text)?.[0]
  if (!head) throw notAPicture()
  const bytes = Buffer.from(text.slice(head.length), 'base64')
  if (bytes.length > pictureLimits.bytes) throw new ShopError(413, 'too_large', bytesError)
  return bytes
}

export const notAPicture = () =>
  new ShopError(415, 'unsupported_type', `Please choose a picture in one of the formats ${pictureKinds}.`)

export const heicPicture = () => new ShopError(415, 'unsupported_type', heicError)
