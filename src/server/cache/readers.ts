import { isDatabaseBusy } from '../db/connection.ts'
import { ShopError } from '../http/errors.ts'
import { addressOf } from './address.ts'

/** What a shared route answers, and what that is made from (see names.ts). */
export interface Read {
  status: number
  body: unknown
  madeFrom: readonly string[] | undefined
}

type Handler = (
  request: { params: Record<string, string>; query: Record<string, string> },
  reply: { madeFrom: readonly string[] | undefined },
) => Promise<unknown>

/** Shared routes asked without a request: for the shop's own pages. */
export interface Readers {
  /** @param url such as `/api/products/:id`: a route whose answer depends on the address alone */
  add(url: string, handler: Handler): void
  /** @returns undefined for what no such route answers, or only the app can refuse */
  read(url: string): Promise<Read | undefined>
}

export function openReaders(): Readers {
  const readers: { pattern: RegExp; handler: Handler }[] = []
  return {
    add(url, handler) {
      const path = url.replace(/\/$/, '').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
      readers.push({ pattern: new RegExp(`^${path}/?$`), handler })
    },

    async read(url) {
      const address = addressOf(url)
      if (address === undefined || address.includes('%')) return undefined // the app knows what cannot be read
      const [path = '', search] = address.split('?')
      for (const { pattern, handler } of readers) {
        const found = pattern.exec(path)
        if (!found) continue
        const query = Object.fromEntries(new URLSearchParams(search))
        return await readBy(handler, { params: { ...found.groups }, query })
      }
    },
  }
}

async function readBy(handler: Handler, request: Parameters<Handler>[0]): Promise<Read> {
  const reply: Parameters<Handler>[1] = { madeFrom: undefined }
  try {
    return { status: 200, body: await handler(request, reply), madeFrom: reply.madeFrom }
  } catch (error) {
    if (!(error instanceof ShopError) && !isDatabaseBusy(error)) throw error
    return { status: error instanceof ShopError ? error.statusCode : 503, body: undefined, madeFrom: undefined }
  }
}
