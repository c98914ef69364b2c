import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { AskApi } from './api.ts'
import { NonceContext } from './nonce.ts'
import { openPageAnswers } from './page-answers.ts'
import { answersContext } from './prefetch.ts'
import { renderKeeping } from './ui/kept.tsx'
import { OriginContext } from './ui/origin.ts'

const nonces = new WeakMap<RouterContextProvider, string>()
const pages = new WeakMap<RouterContextProvider, string>()

/** What is one request's own: loaders ask the API by `askApi`; `nonce` marks the page's own inline scripts. */
export function makeContext({ askApi, nonce }: { askApi: AskApi; nonce: string }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(answersContext, openPageAnswers(askApi))
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
  const { serverHandoffStream, ...rest } = withRoutesOf(entry)
  const store = await context.get(answersContext).toStore()
  const html = renderKeeping(() =>
    renderToString(
      <NonceContext value={nonce}>
        <OriginContext value={new URL(request.url).origin}>
          <Provider store={store}>
            <ServerRouter context={rest} url={request.url} nonce={nonce} />
          </Provider>
        </OriginContext>
      </NonceContext>,
    ),
  )
  const handoff = serverHandoffStream ? await text(serverHandoffStream) : ''
  pages.set(context, scriptsLast(html, handoff, nonce))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/** Of the manifest only the routes of this page: each would be made ready for rendering, and there are thirty. */
function withRoutesOf(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry
  const own = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]])
  return { ...entry, manifest: { ...manifest, routes: Object.fromEntries(own) } }
}

/** The page that was rendered with a context: as a text, for which an answer's body would be a long way round. */
export const pageOf = (context: RouterContextProvider): string | undefined => pages.get(context)

/** Faults reach the server's one error handler through the rejected answer. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error)
}

const begins = '<!DOCTYPE html>'
const boot = ' type="module" async="">'
const begin = `requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>{
for(const link of document.querySelectorAll("link[rel=later]"))link.rel="modulepreload"
const script=document.createElement("script")
script.type="module"
script.text=document.getElementById("boot").text
document.body.append(script)})))`

/**
 * A page can be read before its scripts run: they are asked for once it has been drawn. On a slow phone the style, the type
 * and the first picture have the line to themselves until then. What the loaders answered is handed over as React Router's
 * own streaming would, which a page that is rendered in one go leaves out.
 */
function scriptsLast(html: string, handoff: string, nonce: string): string {
  const [headEnd, bootAt, bodyEnd] = [html.indexOf('</head>'), html.lastIndexOf(boot), html.lastIndexOf('</body>')]
  const head = html.slice(0, headEnd).replaceAll(' rel="modulepreload"', ' rel="later"')
  if (bootAt < 0) return begins + head + html.slice(headEnd)
  const controller = 'window.__reactRouterContext.streamController'
  const data = JSON.stringify(handoff).replaceAll('<', '\\u003c')
  const script = `<script nonce="${nonce}"`
  return [
    begins,
    head,
    html.slice(headEnd, bootAt),
    ' id="boot" type="text/plain">',
    html.slice(bootAt + boot.length, bodyEnd),
    `${script}>${begin}</script>`,
    `${script}>${controller}.enqueue(${data});${controller}.close();</script>`,
    html.slice(bodyEnd),
  ].join('')
}
