import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { Provider } from 'react-redux'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './nonce.ts'
import { storeContext } from './prefetch.ts'
import { makeStore } from './store.ts'
import { OriginContext } from './ui/origin.ts'

const deadlineMs = 5_000
const nonces = new WeakMap<object, string>()

/** A request's own store, filled by loaders through `fetchApi`; `nonce` marks the page's own inline scripts. */
export function makeContext({ fetchApi, nonce }: { fetchApi: typeof fetch; nonce: string }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(storeContext, makeStore({ fetchApi }))
  nonces.set(context, nonce)
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
  const nonce = nonces.get(context) ?? ''
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <OriginContext value={new URL(request.url).origin}>
          <Provider store={context.get(storeContext)}>
            <ServerRouter context={entry} url={request.url} nonce={nonce} />
          </Provider>
        </OriginContext>
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(deadline)
          const body = new PassThrough()
          text(body).then(resolve, reject)
          pipe(body)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const deadline = setTimeout(() => abort(new Error('The page took too long to render')), deadlineMs)
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(html), { status, headers })
}

/** Faults reach the server's one error handler through the rejected answer. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error)
}

const preload = /<link([^>]*) rel="modulepreload"/g
const boot = /<script([^>]*) type="module" async=""([^>]*)>([\s\S]*?)<\/script>/
const begin = `requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>{
for(const link of document.querySelectorAll("link[rel=later]"))link.rel="modulepreload"
const script=document.createElement("script")
script.type="module"
script.text=document.getElementById("boot").text
document.body.append(script)})))`

/**
 * A page can be read before its scripts run: they are asked for once it has been drawn. On a slow phone the style, the type
 * and the first picture have the line to themselves until then.
 */
const scriptsLast = (html: string): string =>
  html.replace(preload, '<link$1 rel="later"').replace(boot, (_script, before: string, after: string, code: string) => {
    const mark = before + after
    return `<script${mark} id="boot" type="text/plain">${code}</script><script${mark}>${begin}</script>`
  })
