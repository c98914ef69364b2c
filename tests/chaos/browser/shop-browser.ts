import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../../scripts/chromium.mjs'
import { storedUser } from '../../e2e/sign-in.ts'
import type { createUser } from '../../support/builders.ts'
import { signIn } from '../../support/sign-in.ts'
import type { OpenShop } from '../support/shop-in-process.ts'

type User = Awaited<ReturnType<typeof createUser>>

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export const openBrowser = () => chromium.launch({ executablePath: findChromium(), args })

/** A browser context with a signed-in user. */
export async function browserOf(browser: Browser, { db, origin }: OpenShop, user: User): Promise<BrowserContext> {
  const context = await browser.newContext()
  const { cookie } = await signIn(db, user)
  const value = cookie.slice('token='.length)
  await context.addCookies([{ name: 'token', value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  await context.addInitScript(
    ([own, stored]) => {
      if (location.origin === own) localStorage.setItem('user', stored ?? '')
    },
    [origin, storedUser(user)],
  )
  return context
}

/** Opens a page of the shop and waits until everything has loaded. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const shown = page.waitForFunction(() => {
    const main = document.querySelector('main')
    if (!main || document.scripts.length === 0) return document.readyState === 'complete'
    return 'hydrated' in document.documentElement.dataset && !/\bLoading\b/.test(main.textContent ?? '')
  })
  await shown.catch(error => {
    throw new Error(`${url} is never whole`, { cause: error })
  })
}
