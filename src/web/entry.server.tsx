import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { setCurrency } from '#domain/money.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import type { WithdrawalStep } from '#domain/withdrawals/withdrawal.ts'
import type { AskApi } from './api.ts'
import { noteEarlyPress } from './early-press.ts'
import { storeContext } from './prefetch.ts'
import { settingsApi, settingsEndpoints, shopOf } from './settings/api.ts'
import { makeStore, type Store } from './store.ts'
import { OriginContext } from './ui/origin.ts'
import { postedStepContext } from './withdrawals/posted-step.ts'

const nonceContext = createContext<string>()
const frameContext = createContext<ShopFrame>()
const failure = createContext<{ error: unknown } | null>(null)

interface ContextParts {
  askApi: AskApi
  nonce: string
  frame: ShopFrame
  posted?: WithdrawalStep
}

/**
 * The context of one request, for loaders and for rendering.
 * @param askApi answers the loaders' API calls
 * @param nonce marks the page's own scripts for its Content-Security-Policy
 * @param frame what this process knows of the shop, for a page whose API call for it fails
 * @param posted the answer to the form of the page for withdrawals, the one form that needs no script
 */
export function makeContext({ askApi, nonce, frame, posted }: ContextParts): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(storeContext, makeStore({ askApi }))
  context.set(nonceContext, nonce)
  context.set(frameContext, frame)
  context.set(postedStepContext, posted)
  return context
}

/**
 * Renders the whole page before it sends the first byte, so that the status is right and the response can be cached.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const hasFailed = entry.staticHandlerContext.errors !== null
  const store = hasFailed ? makeStore() : context.get(storeContext) // the data may be what makes rendering fail
  if (!hasFrame(store))
    await store.dispatch(settingsApi.util.upsertQueryData('shopFrame', undefined, context.get(frameContext)))
  setCurrency(shopOf(store.getState()).currency) // the bundle of pages has a copy of that module
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

const hasFrame = (store: Store) => settingsEndpoints.shopFrame.select()(store.getState()).data !== undefined

/** @throws what a component throws outside of every `<Suspense>` */
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
      bootstrapScriptContent: noteEarlyPress,
      progressiveChunkSize: Number.POSITIVE_INFINITY, // the page is sent in one piece, so React needs no script to move parts into place
      onAllReady: () => void pipe(html),
      onShellError: reject,
      onError,
    })
  })
}

/** Stores the first error only, because later ones follow from it. The server logs it with the request. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!context.get(failure)) context.set(failure, { error })
}

/** The first error of loading or rendering this context's page. */
export const failureOf = (context: Readonly<RouterContextProvider>) => context.get(failure)
