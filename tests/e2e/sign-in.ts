import type { Page } from '@playwright/test'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { signIn } from '../support/sign-in.ts'

type UserRow = Selectable<Tables['user']>

/** Gives a page's browser what the login page would: a session cookie and the stored user. */
export async function signInBrowser(db: Db, page: Page, url: string, user: UserRow): Promise<void> {
  const { cookie } = await signIn(db, user)
  const value = cookie.slice('token='.length)
  await page.context().addCookies([{ name: 'token', value, url, httpOnly: true, sameSite: 'Lax' }])
  await storeUser(page, storedUser(user))
}

/** The user as the page stores it. */
export const storedUser = ({ id, username, email, role, profile_image, bio, profession }: UserRow) =>
  JSON.stringify({ _id: id, username, email, role, profileImage: profile_image, bio, profession })

/** Stores a text as the signed-in user; the server does not trust it. */
export async function storeUser(page: Page, text: string): Promise<void> {
  await page.goto('/health/live') // only pages of the shop can reach its storage
  await page.evaluate(stored => localStorage.setItem('user', stored), text)
}

export const userInStorage = (page: Page) => page.evaluate(() => localStorage.getItem('user'))
