import { ShopError } from '../../http/errors.ts'

const mebibyte = 1024 * 1024
const mostBytes = 8 * mebibyte

/** For the routes that take a picture as a data URL, which is a third longer than its bytes. */
export const pictureBodyLimit = Math.ceil((mostBytes * 4) / 3) + 64 * 1024

const dataUrl = /^data:image\/[\w.+-]+;base64,/

/** The bytes of a picture in a data URL. ShopError 415 when it is none, 413 over 8 MB. */
export function readDataUrl(text: string): Buffer {
  const head = dataUrl.exec(text)?.[0]
  if (!head) throw notAPicture()
  const bytes = Buffer.from(text.slice(head.length), 'base64')
  if (bytes.length > mostBytes) throw new ShopError(413, 'too_large', 'A picture can have at most 8 MB.')
  return bytes
}

export const notAPicture = () =>
  new ShopError(415, 'unsupported_type', 'Please choose a picture in one of the formats JPEG, PNG, WebP, AVIF or GIF.')
