import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler } from 'react-router'
import type { ShopFrame } from '#domain/settings/shown.ts'
import { addressOf } from '../cache/address.ts'
import type { ResponseCache } from '../cache/cache-plugin.ts'

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The nonce of the page's own scripts, random for each rendering. */
  nonce: string
  /** The error of loading or rendering; then this is an error page. */
  failure: { error: unknown } | null
  /** The cache tags of the API responses in the page; undefined when one of them was not cacheable. */
  cacheTags: readonly string[] | undefined
}

/**
 * Renders the page of an address for the visitor who sent the request.
 * @param posted the answer to the page's own form, for its loader; undefined when the page is only opened
 * @throws the error of loading or rendering, when not even the error page could be rendered
 */
export type Render = (request: FastifyRequest, url: string, posted?: object) => Promise<Page>

/** Requests a path below `/api/` without leaving the process. */
type AskApi = (path: string) => Promise<{ status: number; body: unknown }>

/** What `src/web/entry.server.tsx` exports beside its handler. Declared here, because `src/server` imports nothing of `src/web`. */
interface PageEntry {
  /**
   * Creates the context of a request: `askApi` answers the page's own API calls; `frame` is shown when that of the API is missing;
   * `posted` is the answer to the page's own form.
   */
  makeContext(parts: { askApi: AskApi; nonce: string; frame: ShopFrame; posted?: object }): RouterContextProvider
  /** Returns the error of loading or rendering, null without one. */
  failureOf(context: RouterContextProvider): { error: unknown } | null
}

/** The dependencies of rendering pages. */
interface RenderContext {
  app: FastifyInstance
  cache: ResponseCache
  /** A function loads the build anew for each page, while the sources are edited. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  origin: string
}

/** Returns the function that renders pages with a build of `src/web`, and answers their API calls in this process. */
export function rendererFor({ app, cache, build, origin }: RenderContext): Render {
  const handle = createRequestHandler(build, process.env.NODE_ENV)
  return async (request, url, posted) => {
    const { entry } = typeof build === 'function' ? await build() : build
    const { makeContext, failureOf } = entry.module as unknown as PageEntry
    const pageRequest = new Request(origin + url, { headers: { accept: 'text/html' } })
    const { askApi, cacheTags } = callApiFor(app, cache, request)
    const nonce = randomBytes(16).toString('base64')
    const context = makeContext({ askApi, nonce, frame: app.shopFrame(), posted })
    const response = await handle(pageRequest, context)
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const failure = failureOf(context)
    if (failure && !headers['content-type']?.startsWith('text/html')) throw failure.error
    const body = Buffer.from(await response.arrayBuffer())
    return { status, headers, body, nonce, failure, cacheTags: cacheTags() }
  }
}

/** Calls the API for a visitor: its rate limits count the visitor, not this process, and it sees whether another site sent them. */
function callApiFor(app: FastifyInstance, cache: ResponseCache, visitor: FastifyRequest) {
  const site = visitor.headers['sec-fetch-site']
  const tagsOfResponses: (readonly string[] | undefined)[] = []

  const askApi: AskApi = async path => {
    const url = `/api/${path}`
    const address = addressOf(url) ?? ''
    const saved = cache.find(address)
    if (saved) {
      tagsOfResponses.push(saved.cacheTags)
      return { status: saved.status, body: JSON.parse(saved.forms.identity.body.toString()) }
    }
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url,
      remoteAddress: visitor.ip,
      headers: { ...(typeof site === 'string' && { 'sec-fetch-site': site }) },
    })
    if (statusCode === 500) throw new Error(`The page cannot be made: ${path} was answered with 500`)
    tagsOfResponses.push(cache.find(address)?.cacheTags)
    return { status: statusCode, body: JSON.parse(body) }
  }

  const cacheTags = () =>
    tagsOfResponses.every(tags => tags !== undefined) ? [...new Set(tagsOfResponses.flat())] : undefined
  return { askApi, cacheTags }
}
