import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import { createRequestHandler } from 'react-router'

export interface Page {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** The texts of the scripts that the page itself put in line. */
  inlineScripts: string[]
}

/** Renders the page of an address, for whoever sent the request. */
export type Render = (request: FastifyRequest, url: string) => Promise<Page>

/** What `src/web/entry.server.tsx` exports beside its handler; neither floor imports the other. */
interface PageEntry {
  /** A request's context: `fetchApi` answers the page's own API calls, `nonce` marks the page's own inline scripts. */
  makeContext(parts: { fetchApi: typeof fetch; nonce: string }): RouterContextProvider
}

/** Renders pages with a build of `src/web`; their API calls are answered in this process. */
export function rendererFor(app: FastifyInstance, loadBuild: () => Promise<ServerBuild>, origin: string): Render {
  const handle: RequestHandler = createRequestHandler(loadBuild, process.env.NODE_ENV)
  return async (request, url) => {
    const { makeContext } = (await loadBuild()).entry.module as unknown as PageEntry
    const nonce = randomUUID()
    const asked = new Request(origin + url, {
      method: request.method,
      headers: { accept: 'text/html' },
    })
    const response = await handle(asked, makeContext({ fetchApi: inProcess(app, request), nonce }))
    const headers = Object.fromEntries(response.headers)
    if (!response.headers.get('content-type')?.startsWith('text/html')) {
      return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()), inlineScripts: [] }
    }
    return { status: response.status, headers, ...unmark(await response.text(), nonce) }
  }
}

/** Takes the one-time mark off again and keeps the marked scripts' texts: a script that is not the page's own has no mark. */
function unmark(html: string, nonce: string): Pick<Page, 'body' | 'inlineScripts'> {
  const mark = ` nonce="${nonce}"`
  const scripts = new RegExp(`<script(?=[^>]*${mark})(?![^>]* src=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  const inlineScripts = [...html.matchAll(scripts)].map(([, text = '']) => text)
  return { body: html.replaceAll(mark, ''), inlineScripts }
}

/** The API asked for a visitor: its limits count them, and not this process, and it hears whether another site has sent them. */
function inProcess(app: FastifyInstance, visitor: FastifyRequest): typeof fetch {
  const site = visitor.headers['sec-fetch-site']
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { statusCode, rawPayload, headers } = await app.inject({
      method: 'GET',
      url: `${pathname}${search}`,
      remoteAddress: visitor.ip,
      headers: { ...(typeof site === 'string' && { 'sec-fetch-site': site }) },
    })
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: { 'content-type': String(headers['content-type'] ?? 'application/json') },
    })
  }
}
