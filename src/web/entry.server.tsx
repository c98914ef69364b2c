import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { AskApi } from './api.ts'
import { type FinishedPage, finishPage, type PageEnd, takeEnd } from './finish-page.ts'
import { NonceContext } from './nonce.ts'
import { answersContext } from './prefetch.ts'
import { openPageAnswers } from './ssr-store.ts'
import { makeStore } from './store.ts'
import { renderKeeping } from './ui/kept.tsx'
import { OriginContext } from './ui/origin.ts'

const finished = createContext<FinishedPage | null>(null)
const failure = createContext<{ error: unknown } | null>(null)

/** What is one request's own: loaders ask the API by `askApi`. */
export function makeContext({ askApi }: { askApi: AskApi }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(answersContext, openPageAnswers(askApi))
  return context
}

/** Renders the whole page before the first byte leaves, so that its status is true and its scripts can be counted. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...rest } = withRoutesOf(entry)
  const kind = kindOf(rest)
  const known = import.meta.env.DEV ? undefined : ends.get(kind)
  const mark = crypto.randomUUID()
  const hasFailed = rest.staticHandlerContext.errors !== null
  const store = hasFailed ? makeStore() : await context.get(answersContext).toStore() // what it holds may be what failed
  const rendered = renderKeeping(() =>
    renderToString(
      <NonceContext value={known ? null : mark}>
        <OriginContext value={new URL(request.url).origin}>
          <Provider store={store}>
            <ServerRouter context={rest} url={request.url} nonce={known ? undefined : mark} />
          </Provider>
        </OriginContext>
      </NonceContext>,
    ),
  )
  const { page, end } = known ? { page: rendered, end: known } : takeEnd(rendered, mark)
  ends.set(kind, end)
  context.set(finished, finishPage(page, end, await handoffOf(entry, kind)))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

const ends = new Map<string, PageEnd>()

/** Pages of the same routes end alike, unless some of these have failed. */
const kindOf = ({ manifest, staticHandlerContext }: EntryContext): string =>
  [...Object.keys(manifest.routes), ...Object.keys(staticHandlerContext.errors ?? {})].join()

const handoffsOfNothing = new Map<string, string>()

/** What the loaders answered. Mostly that is nothing, for the API's answers are in the store: then it is written as it was. */
async function handoffOf({ serverHandoffStream, staticHandlerContext }: EntryContext, kind: string): Promise<string> {
  if (!serverHandoffStream) return ''
  const { loaderData, actionData, errors } = staticHandlerContext
  const isNothing = !actionData && !errors && Object.values(loaderData).every(data => data === null)
  const known = isNothing ? handoffsOfNothing.get(kind) : undefined
  if (known) return known
  const written = await text(serverHandoffStream)
  if (isNothing) handoffsOfNothing.set(kind, written)
  return written
}

/** Of the manifest only the routes of this page: each would be made ready for rendering, and there are thirty. */
function withRoutesOf(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry
  const own = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]])
  return { ...entry, manifest: { ...manifest, routes: Object.fromEntries(own) } }
}

/** The page that was rendered with a context: as a text, for which an answer's body would be a long way round. */
export const pageOf = (context: RouterContextProvider): FinishedPage | null => context.get(finished)

/** Notes what has failed first: whatever fails afterwards follows from it. The server logs it, with the request. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!context.get(failure)) context.set(failure, { error })
}

/** What has failed while the page of a context was loaded or rendered. */
export const failureOf = (context: Readonly<RouterContextProvider>) => context.get(failure)
