import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { escaped } from './html.ts'

/** Paths that programs request, or that pages embed. */
const noPage = /^\/(?:api|images|assets|art|health)(?:[/?]|$)/

/** Whether a browser requests this as a page of its own. */
export const wantsPage = ({ method, url = '', headers }: Asked): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true && !noPage.test(url)

interface Asked {
  method?: string
  url?: string
  headers: IncomingHttpHeaders
}

const headings: Record<number, string> = {
  404: 'There is nothing here',
  414: 'This address is too long',
  429: 'Not quite so fast',
  500: 'That did not work',
  503: 'One moment, please',
}

/** A small self-contained page for errors that the shop's own pages cannot show. */
export function plainPage({ statusCode, message }: { statusCode: number; message: string }, shopName: string): string {
  const mayComeBack = statusCode === 429 || statusCode >= 500
  return plainDocument({
    heading: headings[statusCode] ?? 'This address leads nowhere',
    sentence: message.endsWith('.') ? message : `${message}.`,
    shopName,
    onward: mayComeBack ? '<a href="">Try again</a>' : toTheShop,
  })
}

export const toTheShop = '<a href="/">To the shop</a>'

/**
 * A small self-contained page, which needs neither scripts nor the shop's own pages.
 * @param onward HTML: a link, or a form with a button
 */
export const plainDocument = ({
  heading,
  sentence,
  onward,
  shopName,
}: Record<'heading' | 'sentence' | 'onward' | 'shopName', string>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(heading)} · ${escaped(shopName)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/" aria-label="${escaped(shopName)}, home">${escaped(shopName)}</a></header>
<main><h1>${escaped(heading)}</h1><p>${escaped(sentence)}</p><div class="onward">${onward}</div></main>
</body>
</html>
`

const style = `
:root { --ivory: #faf7f2; --ink: #1c1917; --stone: #6f675f; --line: #e7e0d6; --rosewood: #8e2f3c; --focus: #8e2f3c; --on-ink: #faf7f2; }
@media (prefers-color-scheme: dark) {
  :root { --ivory: #171412; --ink: #f3eee7; --stone: #aea498; --line: #3a342e; --rosewood: #a8404f; --focus: #dd8b95; --on-ink: #171412; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; background: var(--ivory); color: var(--ink); font: 16px/1.6 'Inter Variable', Inter, 'Helvetica Neue', Arial, 'Liberation Sans', system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
header, h1 { font-family: 'Fraunces Variable', Fraunces, Georgia, 'Times New Roman', 'Liberation Serif', serif; font-weight: 400; }
header { border-bottom: 1px solid var(--line); padding: 10px 20px; text-align: center; font-size: 24px; letter-spacing: 0.2em; }
header a { display: inline-block; min-height: 44px; padding: 3px 0 3px 0.2em; color: inherit; text-decoration: none; }
main { flex: 1; display: flex; flex-direction: column; justify-content: center; align-items: center; width: 100%; max-width: 520px; margin: 0 auto; padding: 48px 20px 15vh; text-align: center; overflow-wrap: anywhere; }
h1 { font-size: clamp(30px, 5vw, 40px); line-height: 1.2; text-wrap: balance; }
p { margin-top: 16px; color: var(--stone); text-wrap: balance; }
.onward { margin-top: 28px; }
.onward a, .onward button { display: inline-block; min-height: 50px; padding: 12px 28px; border: 1px solid transparent; border-radius: 2px; background: var(--rosewood); color: #fff; font: inherit; font-size: 15px; cursor: pointer; letter-spacing: 0.025em; text-decoration: none; transition: background-color 150ms ease-out; }
.onward :is(a, button):hover { background: var(--ink); color: var(--on-ink); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .onward :is(a, button) { transition: none; } }
`

const policyWith = (formAction: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "img-src 'self'", // the icon
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The headers of every such page. */
export const plainPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyWith("'none'"),
  'Cache-Control': 'no-store',
}

/** The headers of one with a form to this shop. */
export const plainFormHeaders = { ...plainPageHeaders, 'Content-Security-Policy': policyWith("'self'") }
