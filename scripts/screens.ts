// Takes the screenshots of every page and state in docs/screens/: node scripts/screens.ts [name...]
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startShop } from '../tests/support/shop.ts'
import { findChromium } from './chromium.mjs'

const folder = join(import.meta.dirname, '../docs/screens')
const only = process.argv.slice(2)

const cart = (page: Page) => page.getByRole('dialog', { name: 'Your Cart' })
const openCart = (page: Page) => page.getByRole('button', { name: /^Cart, / }).click()
const failApi = (page: Page) => page.route('**/api/**', route => route.abort())
const holdApi = (page: Page) => page.route('**/api/**', () => new Promise(() => {}))
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

/** Adds the nth product of the list, in the first of its sizes, and stays in the dialog that says so. */
async function addNth(page: Page, n: number) {
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .nth(n)
    .click()
  const size = page.getByRole('dialog', { name: 'Choose a size' }).getByRole('button').first()
  const isAdded = page.getByRole('button', { name: 'Continue shopping' })
  await size.or(isAdded).first().waitFor()
  if (await size.isVisible()) await size.click()
}

async function add(page: Page, count: number) {
  await open(page, '/shop')
  for (let i = 0; i < count; i++) {
    await addNth(page, i)
    await page.getByRole('button', { name: 'Continue shopping' }).click()
  }
}

async function proceed(page: Page) {
  await add(page, 3)
  await openCart(page)
  await cart(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await page.waitForURL('**/sandbox/pay/**')
}

async function pay(page: Page, number: string) {
  await proceed(page)
  const typed: Record<string, string> = {
    email: 'ada@shop.example',
    name: 'Ada Lovelace',
    'address-line1': '12 St James Square',
    'address-level2': 'London',
    'postal-code': 'SW1Y 4JH',
    tel: '+44 20 7946 0000',
    'cc-number': number,
    'cc-exp': '12 / 40',
    'cc-csc': '123',
    'cc-name': 'Ada Lovelace',
  }
  for (const [field, value] of Object.entries(typed))
    await page.locator(`input[autocomplete$="${field}"]`).first().fill(value)
  await page.getByRole('button', { name: /^Pay / }).click()
}

async function storedCart(page: Page, change: (line: Record<string, unknown>) => object) {
  await add(page, 2)
  const stored = await page.evaluate(() => localStorage.getItem('cart') ?? '')
  const { products } = JSON.parse(stored) as { products: Record<string, unknown>[] }
  const changed = JSON.stringify({ products: products.map((line, index) => (index ? line : change(line))) })
  await page.evaluate(text => localStorage.setItem('cart', text), changed)
  await open(page, '/shop')
  await openCart(page)
  await cart(page).getByRole('status').first().waitFor()
}

const owner = { email: 'owner@shop.example', password: 'a velvet curtain' }
const customer = { email: 'ada@shop.example', password: 'a silk ribbon 47' }
const newcomer = { email: 'grace@shop.example', password: 'a silk ribbon 48' }

async function signIn(page: Page, who: { email: string; password: string }) {
  const answer = await page.request.post('/api/auth/login', { data: who, headers: { Origin: origin } })
  const { user } = await answer.json()
  await page.goto('/health/live')
  await page.evaluate(text => localStorage.setItem('user', text), JSON.stringify(user))
}

async function signedIn(page: Page, who: { email: string; password: string }, path: string) {
  await signIn(page, who)
  await open(page, path)
}

/** Creates two customers, of whom one has bought and reviewed something. */
async function createCustomers(page: Page) {
  for (const [username, who] of [
    ['Ada', customer],
    ['Grace', newcomer],
  ] as const)
    await page.request.post('/api/auth/register', { data: { username, ...who }, headers: { Origin: origin } })
  await signIn(page, customer)
  await pay(page, '4242 4242 4242 4242')
  await page.waitForURL('**/success**')
  const { data } = await (await page.request.get('/api/products/?limit=2')).json()
  for (const [index, { _id: productId }] of data.products.entries())
    await page.request.post('/api/reviews/post-review', {
      data: { productId, rating: 5 - index, comment: 'Falls beautifully, and the hem is where it should be.' },
      headers: { Origin: origin },
    })
}

const screens: Record<string, (page: Page) => Promise<unknown>> = {
  home: page => open(page, '/'),
  shop: page => open(page, '/shop'),
  'shop-filters': async page => {
    await open(page, '/shop?category=dress&minPrice=100&maxPrice=200')
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    if (await filters.isVisible()) await filters.click()
  },
  'shop-nothing-found': page => open(page, '/shop?category=cosmetics&minPrice=200'),
  'shop-past-the-end': page => open(page, '/shop?page=40'),
  'shop-loading': async page => {
    await open(page, '/contact')
    await holdApi(page)
    await footerLink(page, 'Shop all')
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' })
  },
  'shop-error': async page => {
    await open(page, '/contact')
    await failApi(page)
    await footerLink(page, 'Shop all')
    await page.getByRole('alert').waitFor()
  },
  category: page => open(page, '/categories/jewellery'),
  product: async page => {
    await open(page, '/shop')
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Reviews' }).waitFor()
    await page.reload()
  },
  'product-loading': async page => {
    await open(page, '/shop')
    await holdApi(page)
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  },
  'product-error': page => open(page, `/shop/${randomUUID()}`),
  'added-dialog': async page => {
    await open(page, '/shop')
    await addNth(page, 0)
  },
  'duplicate-dialog': async page => {
    await add(page, 1)
    await addNth(page, 0)
  },
  'cart-empty': async page => {
    await open(page, '/shop')
    await openCart(page)
  },
  cart: async page => {
    await add(page, 3)
    await openCart(page)
  },
  'cart-changed': page => storedCart(page, line => ({ ...line, price: 999 })),
  'cart-vanished': page => storedCart(page, line => ({ ...line, _id: '00000000-0000-7000-8000-000000000000' })),
  'cart-checkout-failed': async page => {
    await add(page, 1)
    await openCart(page)
    await failApi(page)
    await cart(page).getByRole('button', { name: 'Proceed Checkout' }).click()
    await cart(page).getByRole('alert').waitFor()
  },
  payment: proceed,
  'payment-declined': page => pay(page, '4000 0000 0000 0002'),
  success: async page => {
    await pay(page, '4242 4242 4242 4242')
    await page.getByRole('heading', { name: /^Payment / }).waitFor()
  },
  order: async page => {
    await pay(page, '4242 4242 4242 4242')
    await page.getByRole('link', { name: "your order's page" }).click()
    await page.waitForURL('**/orders/**')
  },
  'order-error': page => open(page, `/orders/${randomUUID()}`),
  'success-unknown': page => open(page, '/success?session_id=cs_unknown'),
  'not-found': page => open(page, '/nowhere'),
  menu: async page => {
    await open(page, '/shop')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await menu.click()
  },
  search: page => open(page, '/search'),
  'search-results': page => open(page, '/search?q=red+dress'),
  'search-misspelt': page => open(page, '/search?q=neckalce'),
  'search-in-vain': page => open(page, '/search?q=rubber+boots'),
  'search-in-place': async page => {
    await open(page, '/shop')
    await page.getByRole('link', { name: 'Search' }).first().click()
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('gold')
    await page.getByRole('option').first().waitFor()
  },
  pages: page => open(page, '/pages'),
  'page-about': page => open(page, '/pages/about'),
  'page-shipping-returns': page => open(page, '/pages/shipping-returns'),
  'page-size-guide': page => open(page, '/pages/size-guide'),
  'page-faq': page => open(page, '/pages/faq'),
  'page-privacy': page => open(page, '/pages/privacy'),
  'page-terms': page => open(page, '/pages/terms'),
  contact: page => open(page, '/contact'),
  'contact-faults': async page => {
    await open(page, '/contact')
    await page.getByRole('main').getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Please type your name.').waitFor()
  },
  blogs: page => open(page, '/blogs'),
  'blog-silk': page => open(page, '/blogs/how-to-care-for-silk'),
  'blog-wardrobe': page => open(page, '/blogs/a-small-wardrobe-that-works'),
  'blog-gold': page => open(page, '/blogs/layering-gold'),
  'blog-face': page => open(page, '/blogs/the-five-minute-face'),
  'product-enlarged': async page => {
    await open(page, '/shop')
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Enlarge the picture' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).waitFor()
  },
  login: page => open(page, '/login'),
  'login-refused': async page => {
    await open(page, '/login')
    await page.getByLabel('Email').fill('nobody@shop.example')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
  },
  register: page => open(page, '/register'),
  'forgot-password': page => open(page, '/forgot-password'),
  'reset-password': page => open(page, '/reset-password#a-link'),
  'account-menu': async page => {
    await signIn(page, customer)
    await open(page, '/shop')
    await page.getByRole('button', { name: 'Your account' }).click()
  },
  review: async page => {
    await signIn(page, customer)
    await open(page, '/shop')
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Add A Comment' }).click()
  },
  'dashboard-empty': page => signedIn(page, newcomer, '/dashboard/orders'),
  dashboard: page => signedIn(page, customer, '/dashboard'),
  'dashboard-orders': page => signedIn(page, customer, '/dashboard/orders'),
  'dashboard-payments': page => signedIn(page, customer, '/dashboard/payments'),
  'dashboard-reviews': page => signedIn(page, customer, '/dashboard/reviews'),
  'dashboard-profile': page => signedIn(page, customer, '/dashboard/profile'),
  'order-of-customer': async page => {
    await signedIn(page, customer, '/dashboard/orders')
    await page
      .getByRole('link', { name: /^View order/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'What you ordered' }).waitFor()
  },
  'admin-home': page => signedIn(page, owner, '/dashboard/admin'),
  'admin-users': page => signedIn(page, owner, '/dashboard/users'),
  'admin-orders': page => signedIn(page, owner, '/dashboard/manage-orders'),
  'admin-packing': page => signedIn(page, owner, '/dashboard/packing'),
  'admin-products': page => signedIn(page, owner, '/dashboard/manage-products'),
  'admin-add-product': page => signedIn(page, owner, '/dashboard/add-product'),
  'admin-audit': page => signedIn(page, owner, '/dashboard/audit'),
  'admin-searches': async page => {
    await open(page, '/search?q=rubber+boots')
    await signedIn(page, owner, '/dashboard/searches')
  },
  'admin-reviews': page => signedIn(page, owner, '/dashboard/manage-reviews'),
  'admin-messages': page => signedIn(page, owner, '/dashboard/messages'),
  'admin-proof': async page => {
    await signedIn(page, owner, '/dashboard/proof')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('There is an admin.').waitFor()
    await page.getByRole('button', { name: 'Check now' }).waitFor()
  },
  'admin-import': page => signedIn(page, owner, '/dashboard/import-products'),
  'admin-import-changes': page => openImport(page, csv => csv.replace(/,(\d+)\.00,/g, ',$1.50,')),
  'admin-import-faults': page => openImport(page, csv => csv.replace(/,(\d+)\.00,/g, ',"$1,00",')),
  'dark-dashboard': async page => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signedIn(page, customer, '/dashboard')
  },
  'dark-home': page => dark(page, '/'),
  'dark-shop': page => dark(page, '/shop'),
  'dark-product': async page => {
    await dark(page, '/shop')
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Reviews' }).waitFor()
  },
  'dark-search': page => dark(page, '/search?q=red+dress'),
  'dark-blog': page => dark(page, '/blogs/layering-gold'),
}

/** Opens the import page with the shop's own export, changed by `change`. */
async function openImport(page: Page, change: (csv: string) => string) {
  await signedIn(page, owner, '/dashboard/import-products')
  const csv = await (await page.request.get('/api/products/export')).text()
  const file = { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(change(csv)) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('table').waitFor()
}

async function dark(page: Page, path: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, path)
}

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
}

/** Scrolls through the page, so that lazy pictures load. */
async function loadLazyPictures(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    scrollTo(0, 0)
  })
  await page.waitForTimeout(400)
}

const dataDir = await mkdtemp('/tmp/vitrine-screens-')
const shop = await startShop({
  DATA_DIR: dataDir,
  SEED: 'demo',
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
})
const origin = shop.url.replace('127.0.0.1', 'localhost')
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
await mkdir(folder, { recursive: true })
const first = await browser.newPage({ baseURL: origin, locale: 'en-US' })
await createCustomers(first)
await first.close()
for (const [name, go] of Object.entries(screens)) {
  if (only.length > 0 && !only.includes(name)) continue
  for (const width of [390, 1440]) {
    const viewport = { width, height: width === 390 ? 844 : 900 }
    const page = await browser.newPage({
      baseURL: origin,
      viewport,
      locale: 'en-US',
    })
    await go(page)
    const isModal = await page.locator('dialog:modal').count()
    if (!isModal) await loadLazyPictures(page)
    const png = await page.screenshot({ fullPage: !isModal, animations: 'disabled' })
    await sharp(png)
      .resize({ width: width === 390 ? 390 : 960 })
      .webp({ quality: 62 })
      .toFile(join(folder, `${name}-${width}.webp`))
    await page.close()
  }
  console.log(name)
}
await browser.close()
shop.kill('SIGTERM')
await shop.ended
await rm(dataDir, { recursive: true })
