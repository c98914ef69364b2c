import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A response that is the same for every client, in the encodings that clients accept. */
export interface CachedResponse {
  status: number
  /** All headers except those that depend on the encoding. */
  headers: Record<string, string>
  /**
   * The tags of the data that it shows (`product:ID`, `products`...), by which changes invalidate it. Undefined: the response
   * is not cached.
   */
  cacheTags: readonly string[] | undefined
  etag: string
  forms: { identity: EncodedResponse } & Partial<Record<Compressed, EncodedResponse | Promise<EncodedResponse>>>
}

/** One encoding, ready to be written: the bytes, and header names and values in turn, as `writeHead` takes them. */
export interface EncodedResponse {
  head: string[]
  body: Buffer
}

type Compressed = 'br' | 'gzip'

/** A response without its ETag and encodings. */
export interface NewResponse {
  status?: number
  headers: Record<string, string>
  body: string | Buffer
  cacheTags?: readonly string[]
}

/** Makes a response in its plain form; each compressed form is made at its first request. */
export function createResponse({
  status = 200,
  headers: given,
  body: content,
  cacheTags,
}: NewResponse): CachedResponse {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  const { 'cache-control': asked, ...others } = given
  const headers = {
    ...others,
    // Clients and proxies revalidate each time, which costs very little.
    'Cache-Control': asked ?? (cacheTags ? 'public, max-age=0, must-revalidate' : 'private, no-cache'),
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

/** A loop, because `Object.entries(headers).flat()` takes sixteen times as long, and every response needs this. */
function headOf(headers: Record<string, string>, { length }: Buffer): string[] {
  const head = ['Content-Length', String(length)]
  for (const name in headers) head.push(name, headers[name] ?? '')
  return head
}

const minCompressedBytes = 1024 // bytes; below it compression gains nothing

const compress: Record<Compressed, (body: Buffer) => Promise<Buffer>> = {
  br: body =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18, // 256 KB: larger than a page, and little memory
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** The form for a client, by its Accept-Encoding header. */
export function formFor(
  answer: CachedResponse,
  accepted: string | undefined,
): EncodedResponse | Promise<EncodedResponse> {
  if (!accepted) return answer.forms.identity
  const wanted = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined
  if (!wanted) return answer.forms.identity
  const { forms } = answer
  forms[wanted] ??= compressed(answer, wanted)
  return forms[wanted]
}

async function compressed({ headers, forms }: CachedResponse, encoding: Compressed): Promise<EncodedResponse> {
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

/** Whether the client already has this response, by its If-None-Match header. */
export const isKnown = ({ status, etag }: CachedResponse, known: string | undefined): boolean =>
  status === 200 && known !== undefined && (known === '*' || known.includes(etag.slice(2)))

/** Estimated bytes: the compressed forms together have at most about half the length of the plain one. */
export const sizeOf = ({ forms }: CachedResponse): number => Math.ceil(forms.identity.body.length * 1.5) + 2_000
