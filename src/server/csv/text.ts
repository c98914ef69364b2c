import { isUtf8 } from 'node:buffer'
import { badRequest } from '../lib/errors.ts'

const cure = 'save it as CSV UTF-8.'
const newline = 0x0a
const zip = Buffer.from('PK\x03\x04')

/**
 * Passes a file on as long as it is UTF-8, in pieces that end between two characters.
 * @throws ShopError 400 with a sentence: UTF-16, a spreadsheet's own format, or the line with bytes that are not UTF-8
 */
export async function* readUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1
  let held: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const more of bytes) {
    const chunk = held.length > 0 ? Buffer.concat([held, more]) : more
    if (isFirst && chunk.length < zip.length) {
      held = chunk
      continue
    }
    if (isFirst) refuseOtherFormats(chunk)
    isFirst = false
    const end = wholeCharacters(chunk)
    held = chunk.subarray(end)
    line = checked(chunk.subarray(0, end), line)
    yield chunk.subarray(0, end)
  }
  if (isFirst) refuseOtherFormats(held)
  checked(held, line)
  yield held
}

function refuseOtherFormats(head: Buffer): void {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw badRequest(`This file is UTF-16: ${cure}`)
  if (head.subarray(0, zip.length).equals(zip)) throw badRequest(`This is a spreadsheet and no CSV file: ${cure}`)
}

/** How many of the bytes end before a character that continues in the next piece. */
function wholeCharacters(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? chunk.length - back : chunk.length
  }
  return chunk.length
}

/** @returns the line on which the next piece begins */
function checked(chunk: Buffer, line: number): number {
  const isText = isUtf8(chunk) && !chunk.includes(0)
  let at = line
  for (let from = 0; from < chunk.length; ) {
    const end = chunk.indexOf(newline, from)
    const rest = end === -1
    const one = isText ? undefined : chunk.subarray(from, rest ? chunk.length : end)
    if (one?.includes(0)) throw badRequest(`Line ${at} of this file holds bytes that are no text: ${cure}`)
    if (one && !isUtf8(one)) throw badRequest(`Line ${at} of this file is not UTF-8: ${cure}`)
    if (rest) break
    at += 1
    from = end + 1
  }
  return at
}
