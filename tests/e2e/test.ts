import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { type AppContext, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/settings.ts'
import { importDefaultContent } from '#server/content/import-defaults.ts'
import type { Db } from '#server/db/connection.ts'
import { diskStorage } from '#server/images/disk.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { builtPages } from '#server/pages/built.ts'
import { openSandbox } from '#server/payments/payments.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { startReconciling } from '#server/payments/reconcile.ts'
import { startDownloads } from '#server/products/downloads/download-job.ts'
import type { Internet } from '#server/products/downloads/internet.ts'
import { type Faults, noFaults } from '../../src/sandbox/faults.ts'
import { createProduct, createUser } from '../support/builders.ts'
import { testDatabase } from '../support/database.ts'
import { noLimits } from '../support/limits.ts'
import { freePort } from '../support/shop.ts'
import { takeLeaks } from '../support/watch-answers.ts'
import { signInBrowser } from './sign-in.ts'

interface Shop {
  url: string
  dataDir: string
  db: Db
  /** Runs `work` while the shop asks the provider about every waiting order, as at its start. */
  whileReconciling: (work: () => Promise<unknown>) => Promise<void>
  /** Runs `work` while the shop fetches the pictures of imports from this internet. */
  whileFetching: (internet: Internet, work: () => Promise<unknown>) => Promise<void>
  /** Faults that the payment provider injects. */
  faults: Faults
  /** The payment provider, which a test may make wait. */
  provider: PaymentProvider
  /** Simulates a full disk. */
  disk: { isFull: boolean }
}

interface Fixtures {
  db: Db
  /** Adds a product; missing fields have defaults. */
  sells: (product?: Parameters<typeof createProduct>[1]) => ReturnType<typeof createProduct>
  /** Creates a user and signs them in, in this page's browser, without the login page; missing fields have defaults. */
  signsIn: (user?: Parameters<typeof createUser>[1]) => ReturnType<typeof createUser>
  /** A signed-in customer. */
  customer: Awaited<ReturnType<typeof createUser>>
  /** The signed-in admin. */
  owner: Awaited<ReturnType<typeof createUser>>
  /** Opens a page and waits until it is hydrated. */
  visit: (path: string) => Promise<void>
  /** Messages of the browser's console; a test that expects some removes them. */
  complaints: string[]
}

/** A shop that serves pages and API on a port of its own. */
export async function openShop(
  settings: Record<string, string> = {},
  parts: Pick<AppContext, 'maxCheckouts'> = {},
): Promise<Shop & { close(): Promise<void> }> {
  const { db, connection, close } = await testDatabase()
  await importDefaultContent(db, { clock: systemClock, ids: randomIds })
  const folder = await mkdtemp('/tmp/vitrine-e2e-')
  const config = readConfig({ LOG_LEVEL: 'warn', DATA_DIR: folder, PORT: String(await freePort()), ...settings })
  const images = diskStorage(join(folder, 'images'))
  const [clock, log] = [systemClock, console]
  const payments = await openSandbox({ connection, origin: config.publicOrigin, faults: { ...noFaults }, clock, log })
  const disk = { isFull: false }
  const app = await buildApp({
    config,
    db,
    images,
    payments,
    clock,
    ids: randomIds,
    limits: noLimits,
    pages: builtPages,
    space: { isShort: () => disk.isFull },
    ...parts,
  })
  const address = await app.listen({ host: config.host, port: config.port })
  payments.sendEventsTo(`${address}/api/payments/webhook`)
  const context = { db, payments: payments.provider, clock, ids: randomIds, origin: config.publicOrigin }
  return {
    url: config.publicOrigin,
    dataDir: folder,
    db,
    faults: payments.faults,
    provider: payments.provider,
    disk,
    async whileReconciling(work) {
      const loop = startReconciling(context, log)
      await work()
      await loop.close()
    },
    async whileFetching(internet, work) {
      const job = startDownloads({ db, images, clock, internet }, log)
      await work()
      await job.close()
    },
    async close() {
      await app.close()
      await payments.close()
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A running shop for each worker, emptied before each test, and a page whose console must stay empty. */
export const test = base.extend<Fixtures, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { close, ...shop } = await openShop()
      await use(shop)
      await close()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ shop }, use) => use(shop.url),
  db: ({ shop }, use) => use(shop.db),
  sells: ({ db }, use) => use(product => createProduct(db, product)),
  signsIn: ({ db, page, shop }, use) =>
    use(async user => {
      const made = await createUser(db, user)
      await signInBrowser(db, page, shop.url, made)
      return made
    }),
  customer: async ({ signsIn }, use) => use(await signsIn({ username: 'Ada', email: 'ada@shop.test' })),
  owner: async ({ signsIn }, use) => use(await signsIn({ username: 'Olga', email: 'olga@shop.test', role: 'admin' })),

  complaints: [
    async ({ page, shop }, use) => {
      Object.assign(shop.faults, noFaults)
      shop.disk.isFull = false
      await sql`truncate product, product_count, product_fits_count, product_sale_count, review, shop_setting, "user", "order", discount_code, content cascade`.execute(
        shop.db,
      )
      await importDefaultContent(shop.db, { clock: systemClock, ids: randomIds })
      const complaints: string[] = []
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
      expect(takeLeaks()).toEqual([])
    },
    { auto: true },
  ],

  visit: ({ page }, use) =>
    use(async path => {
      await page.goto(path)
      await untilHydrated(page)
    }),
})

type SignedIn = { signedIn: undefined }

/** A test with a signed-in customer, for tests that do not use the customer itself. */
export const asCustomer = test.extend<SignedIn>({
  signedIn: [async ({ complaints: _, customer: __ }, use) => use(undefined), { auto: true }],
})

/** The same with a signed-in admin. */
export const asAdmin = test.extend<SignedIn>({
  signedIn: [async ({ complaints: _, owner: __ }, use) => use(undefined), { auto: true }],
})

export { expect }

/** Waits for hydration: from then on the page responds to input. */
export const untilHydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

/** Waits until everything has loaded and the page's scripts have sent their own requests. */
export async function idle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise(resolve => requestIdleCallback(resolve))
  })
}

/** Records the page's API calls from now on. */
export function dataCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') || pathname.endsWith('.data'))
      calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

/** Removes the console's message about a response other than 200, for tests that cause one. */
export function expectFailedLoads(complaints: string[]): void {
  const others = complaints.filter(text => !text.startsWith('Failed to load resource'))
  complaints.splice(0, complaints.length, ...others)
}
