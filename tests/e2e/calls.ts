import type { Page, Route } from '@playwright/test'

type Address = string | RegExp
/** What the page gets in the place of an answer of the shop: none at all, or this one. */
type Failure = 'no answer' | Parameters<Route['fulfill']>[0]

/** Lets the calls to an address fail until `page.unroute` lets them through again. */
export const failCalls = (page: Page, address: Address, failure: Failure = 'no answer'): Promise<unknown> =>
  page.route(address, route => (failure === 'no answer' ? route.abort() : route.fulfill(failure)))

/**
 * Lets the calls to an address wait.
 * @param failure what they meet afterwards; without it the shop answers them
 * @returns what lets them go on.
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
