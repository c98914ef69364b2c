import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { createUser } from '../../support/builders.ts'
import { atOnce } from '../support/at-once.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { Payload } from './payloads.ts'
import type { Planted } from './plant.ts'
import { browserOf, visit } from './shop-browser.ts'

/** What was seen of payloads in a browser. */
export interface Seen {
  pages: number
  /** Those that ran. */
  ran: Set<number>
  /** Where one has become a part of the page, or was stopped by nothing but the content security policy. */
  became: Set<string>
}

const tabs = 2

async function watch(context: BrowserContext, seen: Seen): Promise<Page> {
  await context.exposeBinding('ran', (_, n: number) => void seen.ran.add(n))
  await context.exposeBinding('stopped', ({ page }, what: string) => void seen.became.add(`${page.url()}: ${what}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { stopped(what: string): void }).stopped(`${effectiveDirective} ${blockedURI}`),
    )
  })
  const page = await context.newPage()
  page.on('dialog', dialog => dialog.dismiss())
  return page
}

/** Elements and attributes that no page of the shop has. */
const strangers = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(({ attributes, localName }) => {
        const runs = ({ name, value }: Attr) =>
          /^on/.test(name) ||
          (/^(href|src|action|formaction|xlink:href|data)$/.test(name) && /^\s*javascript:/i.test(value))
        return [...attributes].some(runs) || /^(iframe|object|embed|base|math|image|x)$/.test(localName)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )

/** Looks at every page on which somebody's texts stand, as a customer each and as the owner. */
export async function lookEverywhere(
  browser: Browser,
  shop: OpenShop,
  owner: Awaited<ReturnType<typeof createUser>>,
  planted: Planted[],
): Promise<Seen> {
  const seen: Seen = { pages: 0, ran: new Set(), became: new Set() }
  async function look(page: Page, path: string) {
    await visit(page, shop.origin + path)
    seen.pages += 1
    for (const html of await strangers(page)) seen.became.add(`${path}: ${html}`)
  }
  async function asUser(user: typeof owner, paths: string[]) {
    const context = await browserOf(browser, shop, user)
    const page = await watch(context, seen)
    for (const path of paths) await look(page, path)
    await context.close()
  }

  await atOnce(tabs, planted, one => asUser(one.customer, pagesOfOne(one)))
  const lists = [listPages(planted.length), planted.flatMap(ownerPagesOfOne)].flat()
  const halves = Array.from({ length: tabs }, (_, tab) => lists.filter((_, n) => n % tabs === tab))
  await atOnce(tabs, halves, half => asUser(owner, half))
  return seen
}

function pagesOfOne({ text, product, paymentPage, orderPage }: Planted): string[] {
  const typed = encodeURIComponent(text)
  const inPath = typed.replaceAll('%2F', '%252F')
  return [
    `/shop/${product}/${inPath}?q=${typed}#${typed}`,
    orderPage,
    paymentPage,
    ...['profile', 'reviews', 'orders', 'payments'].map(name => `/dashboard/${name}?page=${typed}`),
    `/search?q=${typed}&sort=${typed}&category=${typed}`,
    `/shop?category=${typed}&color=${typed}&minPrice=${typed}&sort=${typed}&page=${typed}`,
    `/categories/${inPath}`,
    `/orders/${inPath}`,
    `/nowhere/${inPath}?${typed}=${typed}`,
    `/success?session_id=${typed}`,
    `/login?from=${typed}&next=${typed}#${typed}`,
    `/reset-password#${typed}`,
    `/api/products/${product}`,
    `/api/search?q=${typed}`,
  ]
}

const ownerPagesOfOne = ({ text, product, importId, customer }: Planted): string[] => [
  `/dashboard/update-product/${product}`,
  `/dashboard/import-products?id=${importId}`,
  `/dashboard/users?q=${encodeURIComponent(text)}`,
  `/api/auth/users?q=${customer.id}`,
]

/** Pages of lists, ten rows each; those with more a page are asked beyond their end. */
function listPages(payloads: number): string[] {
  const paths = [
    '/shop',
    ...['manage-products', 'users', 'manage-orders', 'messages', 'searches', 'audit'].map(name => `/dashboard/${name}`),
  ]
  const pages = Array.from({ length: Math.ceil(payloads / 5) }, (_, n) => n + 1)
  return ['/', '/dashboard/admin', '/categories/dress', ...paths.flatMap(path => pages.map(n => `${path}?page=${n}`))]
}

/** @returns how many of the payloads run in a page that does what no page of the shop does: put texts into it as they are */
export async function runUnprotected(browser: Browser, payloads: Payload[]): Promise<number> {
  const seen: Seen = { pages: 0, ran: new Set(), became: new Set() }
  const server = createServer((request, response) => {
    const { text = '' } = payloads[Number(request.url?.slice(1))] ?? {}
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><script>onload = () => link.click()</script><title>${text}</title><p>${text}</p><input value="${text}"><input value='${text}'>
      <input value=${text}><textarea>${text}</textarea><noscript>${text}</noscript><script>var a = "${text}"</script>
      <script>var a = '${text}'</script><script>var a = \`${text}\`</script><script>// ${text}</script>
      <a id=link href="${text}">x</a><p>${decodedToo(text)}</p><style>${text}</style>`)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const context = await browser.newContext()
  await watch(context, seen)
  const { port } = server.address() as AddressInfo
  for (const at of payloads.keys()) {
    const page = await context.newPage() // or one that goes elsewhere would end the next
    await page.goto(`http://127.0.0.1:${port}/${at}`)
    await page.waitForTimeout(20)
    await page.close()
  }
  await context.close()
  await new Promise(resolve => server.close(resolve))
  return seen.ran.size
}

const decodedToo = (text: string) =>
  text
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
