import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer that is the same for everybody who asks, with its forms as they are wanted. */
export interface Answer {
  status: number
  /** All but those that depend on the form. */
  headers: Record<string, string>
  /** What it shows, as names that changes are told by (`product:ID`, `products`...); undefined: it is not kept for others. */
  cacheTags: readonly string[] | undefined
  etag: string
  forms: { identity: Form } & Partial<Record<Compressed, Form | Promise<Form>>>
}

/** Ready to be written: names and values of the headers in turn, as `writeHead` takes them, and the bytes. */
export interface Form {
  head: string[]
  body: Buffer
}

type Compressed = 'br' | 'gzip'

/** An answer before its ETag and its encodings are known. */
export interface NewAnswer {
  status?: number
  headers: Record<string, string>
  body: string | Buffer
  cacheTags?: readonly string[]
}

/** An answer as it leaves, in its plain form; the compressed ones are made when somebody first asks for them. */
export function makeAnswer({ status = 200, headers: given, body: content, cacheTags }: NewAnswer): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  // Visitors ask each time whether it has changed, which costs next to nothing; so does whatever stands in front of the shop.
  const headers = {
    ...given,
    'Cache-Control': cacheTags ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
    ETag: etag,
  }
  const isWorthIt = body.length >= minCompressedBytes
  const identity = { head: headOf(headers, body), body }
  return {
    status,
    headers,
    cacheTags,
    etag,
    forms: isWorthIt ? { identity } : { identity, br: identity, gzip: identity },
  }
}

/** Written by hand, for `Object.entries(headers).flat()` takes sixteen times as long, and every answer has a head. */
function headOf(headers: Record<string, string>, { length }: Buffer): string[] {
  const head = ['Content-Length', String(length)]
  for (const name in headers) head.push(name, headers[name] ?? '')
  return head
}

const minCompressedBytes = 1024 // bytes; below it nothing is gained

const compress: Record<Compressed, (body: Buffer) => Promise<Buffer>> = {
  br: body =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18, // 256 KB: more than a page, and little memory
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** The form for a client, by its Accept-Encoding. */
export function formFor(answer: Answer, accepted: string | undefined): Form | Promise<Form> {
  if (!accepted) return answer.forms.identity
  const wanted = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined
  if (!wanted) return answer.forms.identity
  const { forms } = answer
  forms[wanted] ??= compressed(answer, wanted)
  return forms[wanted]
}

async function compressed({ headers, forms }: Answer, encoding: Compressed): Promise<Form> {
  const body = await compress[encoding](forms.identity.body)
  const form = { head: headOf({ ...headers, 'Content-Encoding': encoding }, body), body }
  forms[encoding] = form
  return form
}

const named = { br: /(?:^|,)\s*br\s*(?:;([^,]*))?(?:,|$)/i, gzip: /(?:^|,)\s*gzip\s*(?:;([^,]*))?(?:,|$)/i }
const refusal = /^\s*q=0(?:\.0*)?\s*$/i

function accepts(accepted: string, encoding: Compressed): boolean {
  const found = named[encoding].exec(accepted)
  return found !== null && !refusal.test(found[1] ?? '')
}

/** Whether a client has it already, by its If-None-Match. */
export const isKnown = ({ status, etag }: Answer, known: string | undefined): boolean =>
  status === 200 && known !== undefined && (known === '*' || known.includes(etag.slice(2)))

/** In bytes; the compressed forms together are about half as long as the plain one, mostly less. */
export const sizeOf = ({ forms }: Answer): number => Math.ceil(forms.identity.body.length * 1.5) + 2_000
