import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { AskApi } from './api.ts'
import { storeContext } from './prefetch.ts'
import { makeStore } from './store.ts'
import { OriginContext } from './ui/origin.ts'

const nonceContext = createContext<string>()
const failure = createContext<{ error: unknown } | null>(null)

/**
 * What one request's loaders and its page are given.
 * @param askApi answers the loaders' calls of the API
 * @param nonce of the page's own scripts, as its Content-Security-Policy names it
 */
export function makeContext({ askApi, nonce }: { askApi: AskApi; nonce: string }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(storeContext, makeStore({ askApi }))
  context.set(nonceContext, nonce)
  return context
}

/** Renders the whole page before the first byte leaves, so that its status is true and the answer can be cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const hasFailed = entry.staticHandlerContext.errors !== null
  const store = hasFailed ? makeStore() : context.get(storeContext) // the data itself may be why it cannot be rendered
  const nonce = context.get(nonceContext)
  const html = await render(
    <OriginContext value={new URL(request.url).origin}>
      <Provider store={store}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </Provider>
    </OriginContext>,
    nonce,
    error => handleError(error, { context }),
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/** @throws what a component has thrown outside of every `<Suspense>` */
function render(page: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const html = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final: () => resolve(Buffer.concat(chunks)),
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY, // the page is sent whole, so no script has to put its parts in place
      onAllReady: () => void pipe(html),
      onShellError: reject,
      onError,
    })
  })
}

/** Notes what has failed first: whatever fails afterwards follows from it. The server logs it, with the request. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!context.get(failure)) context.set(failure, { error })
}

/** What has failed while the page of a context was loaded or rendered. */
export const failureOf = (context: Readonly<RouterContextProvider>) => context.get(failure)
