import type { Page } from '@playwright/test'
import { untilHydrated } from './test.ts'

export const panel = (page: Page) => page.getByRole('dialog', { name: 'Your Cart' })

/** Adds products to the cart on the shop's page, and opens the cart. */
export async function fillCart(page: Page, names: string[]) {
  await page.goto('/shop')
  await untilHydrated(page)
  for (const name of names) {
    await page.getByRole('button', { name: `Add ${name} to cart` }).click()
    await page.getByRole('button', { name: 'Continue shopping' }).click()
  }
  await page.getByRole('button', { name: /^Cart, / }).click()
}

export async function proceed(page: Page) {
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await page.waitForURL('**/sandbox/pay/**')
}

/** The fields of the payment page by the end of their `autocomplete`, in page order. */
export const card = {
  email: 'ada@shop.test',
  'cc-number': '4242424242424242',
  'cc-exp': '12 / 40',
  'cc-csc': '123',
  'cc-name': 'Ada Lovelace',
  'shipping name': 'Ada Lovelace',
  'shipping address-line1': '12 St James Square',
  'shipping address-level2': 'London',
  'shipping postal-code': 'SW1Y 4JH',
  tel: '+44 20 7946 0000',
}

/** Fills in the payment page and pays. */
export async function typeCard(page: Page, number: string) {
  for (const [autocomplete, value] of Object.entries({ ...card, 'cc-number': number })) {
    await page.locator(`input[autocomplete$="${autocomplete}"]`).first().fill(value)
  }
  await page.getByRole('button', { name: /^Pay / }).click()
}
