import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler } from 'react-router'
import { addressOf } from '../cache/address.ts'
import type { ResponseCache } from '../cache/cache-plugin.ts'

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Of the page's own scripts: made for this rendering, and unknown before it. */
  nonce: string
  /** What has failed while it was made: then it is a page that says so. */
  failure: { error: unknown } | null
  /** What its answers of the API were made from; undefined when one of them was not for others. */
  cacheTags: readonly string[] | undefined
}

/**
 * Renders the page of an address, for whoever sent the request.
 * @throws what has failed, when there is not even a page that says so
 */
export type Render = (request: FastifyRequest, url: string) => Promise<Page>

/** A path below `/api/` asked without leaving the process. */
type AskApi = (path: string) => Promise<{ status: number; body: unknown }>

/** What `src/web/entry.server.tsx` exports beside its handler; neither floor imports the other. */
interface PageEntry {
  /** A request's context: `askApi` answers the page's own API calls. */
  makeContext(parts: { askApi: AskApi; nonce: string }): RouterContextProvider
  /** What has failed while it was loaded or rendered. */
  failureOf(context: RouterContextProvider): { error: unknown } | null
}

/** What pages are rendered with. */
interface Renderer {
  app: FastifyInstance
  cache: ResponseCache
  /** Loaded anew for each page while the sources are edited. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  origin: string
}

/** Renders pages with a build of `src/web`; their API calls are answered in this process. */
export function rendererFor({ app, cache, build, origin }: Renderer): Render {
  const handle = createRequestHandler(build, process.env.NODE_ENV)
  return async (request, url) => {
    const { entry } = typeof build === 'function' ? await build() : build
    const { makeContext, failureOf } = entry.module as unknown as PageEntry
    const asked = new Request(origin + url, { headers: { accept: 'text/html' } })
    const { askApi, cacheTags } = inProcess(app, cache, request)
    const nonce = randomBytes(16).toString('base64')
    const context = makeContext({ askApi, nonce })
    const response = await handle(asked, context)
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const failure = failureOf(context)
    if (failure && !headers['content-type']?.startsWith('text/html')) throw failure.error
    const body = Buffer.from(await response.arrayBuffer())
    return { status, headers, body, nonce, failure, cacheTags: cacheTags() }
  }
}

/** The API asked for a visitor: its limits count them, and not this process, and it hears whether another site has sent them. */
function inProcess(app: FastifyInstance, cache: ResponseCache, visitor: FastifyRequest) {
  const site = visitor.headers['sec-fetch-site']
  const shown: (readonly string[] | undefined)[] = []

  const askApi: AskApi = async path => {
    const url = `/api/${path}`
    const address = addressOf(url) ?? ''
    const saved = cache.find(address)
    if (saved) {
      shown.push(saved.cacheTags)
      return { status: saved.status, body: JSON.parse(saved.forms.identity.body.toString()) }
    }
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url,
      remoteAddress: visitor.ip,
      headers: { ...(typeof site === 'string' && { 'sec-fetch-site': site }) },
    })
    if (statusCode === 500) throw new Error(`The page cannot be made: ${path} was answered with 500`)
    shown.push(cache.find(address)?.cacheTags)
    return { status: statusCode, body: JSON.parse(body) }
  }

  const cacheTags = () => (shown.every(names => names !== undefined) ? [...new Set(shown.flat())] : undefined)
  return { askApi, cacheTags }
}
