import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type RawBuilder, sql } from 'kysely'
import type { OpenShop } from '../support/shop-in-process.ts'

/** A state-changing request. */
export interface Change {
  method: string
  url: string
  body: object
}

/** The ways in which another site can make a visitor's browser send a request. */
const ways = ['json', 'simple', 'form', 'text form', 'upload form', 'beacon', 'xhr', 'override', 'opaque'] as const

/** Sends a change in one of these ways from the open page. */
const sendFrom = (page: Page, way: (typeof ways)[number], change: Change) =>
  page.evaluate(
    async ([way, { method, url, body }]) => {
      const text = JSON.stringify(body)
      const credentials = 'include'
      const plain = { 'content-type': 'text/plain' }
      const ask = (init: RequestInit, to = url) => fetch(to, { credentials, ...init }).catch(error => `${error}`)

      function sendForm(enctype: string, to = url) {
        const frame = document.body.appendChild(document.createElement('iframe'))
        frame.name = `frame ${performance.now()}`
        const form = document.body.appendChild(document.createElement('form'))
        Object.assign(form, { method: 'post', action: to, target: frame.name, enctype })
        const fields =
          enctype === 'text/plain' ? { [`${text.slice(0, -1)},"x":"`]: '"}' } : { ...body, _method: method }
        for (const [name, value] of Object.entries(fields))
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value: String(value) }))
        form.submit()
      }

      if (way === 'json') await ask({ method, headers: { 'content-type': 'application/json' }, body: text })
      if (way === 'simple') await ask({ method: 'POST', mode: 'no-cors', headers: plain, body: text })
      if (way === 'form') sendForm('application/x-www-form-urlencoded')
      if (way === 'text form') sendForm('text/plain')
      if (way === 'upload form') sendForm('multipart/form-data')
      if (way === 'beacon') {
        for (const type of ['text/plain', 'application/json']) navigator.sendBeacon(url, new Blob([text], { type }))
      }
      if (way === 'xhr') {
        await new Promise(resolve => {
          const request = new XMLHttpRequest()
          request.withCredentials = true
          request.onloadend = resolve
          request.open(method, url)
          request.send(text)
        })
      }
      if (way === 'override') {
        await ask({ mode: 'no-cors' }, `${url}?_method=${method}`)
        sendForm('application/x-www-form-urlencoded', `${url}?_method=${method}`)
      }
      if (way === 'opaque') {
        // A page with an opaque origin: the browser sends `Origin: null`.
        const frame = document.body.appendChild(document.createElement('iframe'))
        frame.sandbox.add('allow-scripts', 'allow-forms')
        const done = new Promise(resolve => addEventListener('message', resolve, { once: true }))
        const options = JSON.stringify({ method: 'POST', mode: 'no-cors', credentials, headers: plain, body: text })
        frame.srcdoc = `<script>fetch(${JSON.stringify(url)}, ${options}).finally(() => parent.postMessage('', '*'))</scr${'ipt'}>`
        await done
        frame.remove()
      }
    },
    [way, change] as const,
  )

/** A request that reached the shop, and the shop's answer. */
interface Arrived {
  isOurs: boolean
  hasCookie: boolean
  isRefused: boolean
  what: string
}

/** Records every state-changing request that reaches a shop; for `openShop`. */
export function arrivals() {
  const arrived: Arrived[] = []
  return {
    arrived,
    watch(app: OpenShop['app']) {
      app.addHook('onSend', async ({ method, url, headers }, { statusCode }, payload) => {
        const { origin, host, cookie } = headers
        if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !origin) return
        const isRefused = statusCode === 403 && /came from another site|could not be read/.test(String(payload))
        const what = `${method} ${url} from ${origin} (${headers['content-type']}): ${statusCode}`
        arrived.push({ isOurs: origin === `http://${host}`, hasCookie: cookie !== undefined, isRefused, what })
      })
    },
  }
}

/** A digest of each table of the shop, to detect changes. */
export async function digest({ db }: OpenShop): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sandbox')
    order by 1`.execute(db)
  const of = (name: string): RawBuilder<{ sum: string }> =>
    sql`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${sql.raw(name)} t`
  const sums: string[] = []
  for (const { name } of tables) sums.push(`${name} ${(await of(name).execute(db)).rows[0]?.sum}`)
  return sums
}

/** A foreign site at two addresses: one same-site with the shop, one cross-site. */
export async function openOtherSite() {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title><body></body>'),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    places: { 'a neighbour': `http://localhost:${port}/`, 'a stranger': `http://127.0.0.1:${port}/` },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** Sends each change in every way from a page at `place`, while the user is signed in to the shop in another tab. */
export async function attack(
  context: BrowserContext,
  shop: OpenShop,
  { place, changes, arrived }: { place: string; changes: Change[]; arrived: Arrived[] },
): Promise<void> {
  const page = await context.newPage()
  for (const change of changes) {
    await page.goto(place)
    for (const way of place.startsWith(shop.origin) ? (['json'] as const) : ways) {
      const before = arrived.length
      await sendFrom(page, way, { ...change, url: shop.origin + change.url })
      for (let waited = 0; unawaited.has(way) && arrived.length === before && waited < patienceMs; waited += 5)
        await sleep(5)
    }
  }
  await page.close()
}

/** The page does not wait for these requests. */
const unawaited = new Set<string>(['form', 'text form', 'upload form', 'beacon', 'override'])
const patienceMs = 2_000

/** @returns how many pages another site could show in a frame */
export async function countFramed(
  browser: Browser,
  { origin }: OpenShop,
  place: string,
  paths: string[],
): Promise<number> {
  const page = await browser.newPage()
  let shown = 0
  for (const path of paths) {
    await page.goto(place)
    await page.evaluate(async src => {
      const frame = Object.assign(document.createElement('iframe'), { src })
      const loaded = new Promise(resolve => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await loaded
    }, origin + path)
    if (page.frames().some(frame => frame.url().startsWith(origin))) shown += 1
  }
  await page.close()
  return shown
}
