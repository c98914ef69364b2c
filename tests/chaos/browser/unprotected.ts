import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Payload } from './payloads.ts'

/** Pages that insert a text without escaping, one for each context. They prove which payloads can run at all. */
const carelessPages: ((text: string) => string)[] = [
  text => `<p>${text}</p>`,
  text => `<title>${text}</title>`,
  text => `<textarea>${text}</textarea>`,
  text => `<style>${text}</style>`,
  text => `<noscript>${text}</noscript>`,
  text => `<!-- ${text} -->`,
  text => `<input value="${text}">`,
  text => `<input value='${text}'>`,
  text => `<img alt=${text}>`,
  text => `<img src="${text}">`,
  text => `<a href="${text}">x</a>`,
  text => `<script>const a = "${text}"</script>`,
  text => `<script>const a = '${text}'</script>`,
  text => `<script>const a = \`${text}\`</script>`,
  text => `<script>const a = "${text.replaceAll('"', '\\"')}"</script>`,
  text => `<script>// ${text}\n</script>`,
  text => `<p>${unescapedOnce(text)}</p>`,
]

const unescapedOnce = (text: string) =>
  text
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

const clicks = `<script>addEventListener('load', () => {
  for (const link of document.links) link.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  for (const link of document.querySelectorAll('svg a')) link.dispatchEvent(new MouseEvent('click', { cancelable: true }))
})</script>`

/** @returns the numbers of the payloads that run in unprotected pages */
export async function runUnprotected(browser: Browser, payloads: Payload[]): Promise<Set<number>> {
  const server = createServer((request, response) => {
    const [, at = '', place = ''] = (request.url ?? '').split('/')
    const text = payloads[Number(at)]?.text ?? ''
    const places = { first: [0], all: [...carelessPages.keys()] }[place]
    const frames = places?.map(n => `<iframe src="/${at}/${n}"></iframe>`).join('')
    const page = frames ?? clicks + (carelessPages[Number(place)]?.(text) ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>${page}`)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const ran = new Set<number>()
  const context = await browser.newContext()
  await context.exposeBinding('ran', (_, n: number) => void ran.add(n))
  const page = await context.newPage()
  for (const [at, { n }] of payloads.entries()) {
    for (const [places, patienceMs] of [
      ['first', 200], // where most run already
      ['all', 5_000],
    ] as const) {
      if (ran.has(n)) break
      await page.goto(`http://127.0.0.1:${port}/${at}/${places}`, { waitUntil: 'commit' })
      for (const end = Date.now() + patienceMs; !ran.has(n) && Date.now() < end; ) await sleep(5)
    }
  }
  await context.close()
  await new Promise(resolve => server.close(resolve))
  return ran
}
