import type { Page, Route } from '@playwright/test'

type Address = string | RegExp
/** Replaces the shop's response: a network error or this response. */
type Failure = 'no answer' | Parameters<Route['fulfill']>[0]

/** Makes calls to an address fail until `page.unroute`. */
export const failCalls = (page: Page, address: Address, failure: Failure = 'no answer'): Promise<unknown> =>
  page.route(address, route => (failure === 'no answer' ? route.abort() : route.fulfill(failure)))

/**
 * Delays calls to an address.
 * @param failure replaces the shop's response afterwards
 * @returns a function that lets them continue
 */
export async function holdCalls(page: Page, address: Address, failure?: Failure): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    if (failure === undefined) await route.continue()
    else if (failure === 'no answer') await route.abort()
    else await route.fulfill(failure)
  })
  return resolve
}

/** The code of the product page, which the pages of the shop load a moment after themselves. */
export const productPageCode = /\/assets\/product-detail-/
