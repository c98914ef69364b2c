import type { Browser, Page } from '@playwright/test'
import { signInBrowser, storeUser } from '../../e2e/sign-in.ts'
import type { createUser } from '../../support/builders.ts'
import { atOnce } from '../support/load/at-once.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { Planted } from './plant.ts'
import { visit } from './shop-browser.ts'

/** The results of the payloads in a browser. */
export interface XssFindings {
  pages: number
  /** The numbers of the payloads that ran. */
  ran: Set<number>
  /** The places where a payload became markup, or where only the content security policy stopped it. */
  became: Set<string>
}

const tabs = 4
const inParts = (paths: string[]) => Array.from({ length: tabs }, (_, tab) => paths.filter((_, n) => n % tabs === tab))

/** A tab that records everything a payload does. */
async function openTab(browser: Browser, { origin }: OpenShop, seen: XssFindings): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
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

/** Elements and attributes that no page of the shop contains. */
const strangers = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(({ attributes, localName }) => {
        const leads = (value: string) =>
          URL.canParse(value, document.baseURI) && /^javascript:|^data:text/.test(new URL(value, document.baseURI).href)
        const runs = ({ name, value }: Attr) =>
          /^on/.test(name) || (/^(href|src|action|formaction|xlink:href|data)$/.test(name) && leads(value))
        return [...attributes].some(runs) || /^(iframe|object|embed|base|math|image|x)$/.test(localName)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )

/** Opens every page that shows users' texts, as each customer and as the owner. */
export async function lookEverywhere(
  browser: Browser,
  shop: OpenShop,
  owner: Awaited<ReturnType<typeof createUser>>,
  planted: Planted[],
): Promise<XssFindings> {
  const seen: XssFindings = { pages: 0, ran: new Set(), became: new Set() }
  async function look(page: Page, path: string) {
    await visit(page, shop.origin + path)
    seen.pages += 1
    for (const html of await strangers(page)) seen.became.add(`${path}: ${html}`)
  }
  const texts = textsOf(planted)
  const ofOwner = [...listPages(planted.length), ...planted.flatMap(ownerPagesOfOne), ...texts.map(usersFoundBy)]
  const visits = [
    ...planted.map(one => ({ user: one.customer, paths: pagesOfOne(one) })),
    ...inParts(texts.flatMap(addressesWith)).map(paths => ({ user: undefined, paths })),
    ...inParts(ofOwner).map(paths => ({ user: owner, paths })),
  ].values()
  // All users share the tabs: a new tab would load all scripts again.
  const open = await Promise.all(Array.from({ length: tabs }, () => openTab(browser, shop, seen)))
  await atOnce(tabs, open, async page => {
    for (const { user, paths } of visits) {
      await page.context().clearCookies()
      if (user) await signInBrowser(shop.db, page, shop.origin, user)
      else await storeUser(page, '')
      for (const path of paths) await look(page, path)
    }
    await page.context().close()
  })
  return seen
}

function pagesOfOne({ text, product, paymentPage, orderPage }: Planted): string[] {
  const typed = encodeURIComponent(text)
  const lists = ['profile', 'reviews', 'orders', 'payments'].map(name => `/dashboard/${name}`)
  return [
    `/shop/${product}/${stepOf(text)}?q=${typed}#${typed}`,
    orderPage,
    paymentPage,
    ...lists,
    `/api/products/${product}`,
  ]
}

const ownerPagesOfOne = ({ product, importId, customer }: Planted): string[] => [
  `/dashboard/update-product/${product}`,
  `/dashboard/import-products?id=${importId}`,
  `/api/auth/users?q=${customer.id}`,
]

const usersFoundBy = (text: string) => `/dashboard/users?q=${encodeURIComponent(text)}`

/**
 * Two elements in one text, the first of which runs where texts are not escaped; a payload that must begin a text is
 * used alone.
 */
function textsOf(planted: Planted[]): string[] {
  const elements = planted.filter(({ isElement }) => isElement).map(({ text }) => text)
  const groups = elements.flatMap((_, n) => (n % 2 ? [] : [elements.slice(n, n + 2).join('')]))
  return [...groups, ...planted.filter(({ isElement }) => !isElement).map(({ text }) => text)]
}

/**
 * A text as a path segment. Texts with a tab or the like lead to no page; a page without scripts has nothing to try.
 */
const stepOf = (text: string) =>
  encodeURIComponent(text)
    .replaceAll(/%(?:[01][\dA-F]|7F|E2%80%A[89])/g, '%20')
    .replaceAll('%2F', '%252F')

/** Addresses with the text in every part that the shop reads. */
function addressesWith(text: string): string[] {
  const typed = encodeURIComponent(text)
  const inPath = stepOf(text)
  return [
    `/search?q=${typed}&sort=${typed}&category=${typed}`,
    `/shop?category=${typed}&color=${typed}&minPrice=${typed}&sort=${typed}&page=${typed}`,
    `/categories/${inPath}`,
    `/orders/${inPath}`,
    `/nowhere/${inPath}?${typed}=${typed}`,
    `/success?session_id=${typed}`,
    `/login?from=${typed}&next=${typed}#${typed}`,
    `/reset-password#${typed}`,
    `/api/search?q=${typed}`,
  ]
}

/** Pages of lists with ten rows each; lists with more rows are opened beyond their end, too. */
function listPages(payloads: number): string[] {
  const paths = [
    '/shop',
    ...['manage-products', 'users', 'manage-orders', 'manage-reviews', 'messages', 'searches', 'audit'].map(
      name => `/dashboard/${name}`,
    ),
  ]
  const pages = Array.from({ length: Math.ceil(payloads / 5) }, (_, n) => n + 1)
  return ['/', '/dashboard/admin', '/categories/dress', ...paths.flatMap(path => pages.map(n => `${path}?page=${n}`))]
}
