import { isDatabaseBusy } from '../db/connection.ts'
import { ShopError } from '../lib/errors.ts'
import { addressOf } from './address.ts'

/** What a shared route answers, and what that is made from (see names.ts). */
export interface Read {
  status: number
  body: unknown
  cacheTags: readonly string[] | undefined
}

type Handler = (
  request: { params: Record<string, string>; query: Record<string, string> },
  reply: { cacheTags: readonly string[] | undefined },
) => Promise<unknown>

/** A shared route whose answer depends on its address alone. */
export interface Reader {
  handler: Handler
  /** Writes its answer by the route's schema, once that is known. */
  write?: (answer: never) => string
}

/** Shared routes asked without the app. */
export interface Readers {
  /** @param url such as `/api/products/:id` */
  add(url: string, handler: Handler): Reader
  /** For the shop's own pages. @returns undefined for what no such route answers, or only the app can refuse */
  read(url: string): Promise<Read | undefined>
  /**
   * A list as it is sent, for an address that `addressOf` has made. A route with parameters may stand in the way of another, which
   * the app alone knows.
   * @returns undefined for any other address
   */
  list(address: string): (() => Promise<{ body: string; cacheTags: Read['cacheTags'] }>) | undefined
}

export function openReaders(): Readers {
  const readers: { parts: string[]; reader: Reader }[] = []
  const lists = new Map<string, Reader>()
  return {
    add(url, handler) {
      const path = url.replace(/\/$/, '')
      const reader: Reader = lists.get(path) ?? { handler } // Fastify tells of it twice: with a slash at its end, and without
      readers.push({ parts: path.split('/'), reader })
      if (!path.includes(':')) lists.set(path, reader)
      return reader
    },

    async read(url) {
      const address = addressOf(url)
      if (address === undefined || !isPlain(address)) return undefined
      const [path = '', search] = address.split('?')
      const given = path.replace(/\/$/, '').split('/')
      for (const { parts, reader } of readers) {
        const params = paramsIn(given, parts)
        if (params) return await readBy(reader.handler, { params, query: queryOf(search) })
      }
    },

    list(address) {
      const [path = '', search] = address.split('?')
      const { write, handler } = lists.get(path) ?? {}
      if (!write || !handler || !isPlain(address)) return undefined
      return async () => {
        const reply: Parameters<Handler>[1] = { cacheTags: undefined }
        const answer = await handler({ params: {}, query: queryOf(search) }, reply)
        return { body: write(answer as never), cacheTags: reply.cacheTags }
      }
    },
  }
}

/** What stands in an address for the parameters of a route; undefined when it is none of that route. */
function paramsIn(given: string[], parts: string[]): Record<string, string> | undefined {
  const fits = (part: string, at: number) => (part.startsWith(':') ? given[at] : given[at] === part)
  if (given.length !== parts.length || !parts.every(fits)) return undefined
  return Object.fromEntries(
    parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : [])),
  )
}

/** The app knows what cannot be read. */
const isPlain = (address: string) => !address.includes('%')

const queryOf = (search: string | undefined) => Object.fromEntries(new URLSearchParams(search))

async function readBy(handler: Handler, request: Parameters<Handler>[0]): Promise<Read> {
  const reply: Parameters<Handler>[1] = { cacheTags: undefined }
  try {
    return { status: 200, body: await handler(request, reply), cacheTags: reply.cacheTags }
  } catch (error) {
    if (!(error instanceof ShopError) && !isDatabaseBusy(error)) throw error
    return { status: error instanceof ShopError ? error.statusCode : 503, body: undefined, cacheTags: undefined }
  }
}
