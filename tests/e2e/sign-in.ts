import type { Page } from '@playwright/test'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { signIn } from '../support/sign-in.ts'

type UserRow = Selectable<Tables['user']>

/** Gives a page's browser what the login page would: a session's cookie and the stored user. */
export async function signInBrowser(db: Db, page: Page, url: string, user: UserRow): Promise<void> {
  const { cookie } = await signIn(db, user)
  const value = cookie.slice('token='.length)
  await page.context().addCookies([{ name: 'token', value, url, httpOnly: true, sameSite: 'Lax' }])
  await storeUser(page, storedUser(user))
}

/** What the page keeps of a user in this browser's storage. */
export const storedUser = ({ id, username, email, role, profile_image, bio, profession }: UserRow) =>
  JSON.stringify({ _id: id, username, email, role, profileImage: profile_image, bio, profession })

/** Puts a text where the page keeps who is signed in; the server does not believe it. */
export async function storeUser(page: Page, text: string): Promise<void> {
  await page.goto('/health/live') // the shop's own storage can be reached from its pages alone
  await page.evaluate(stored => localStorage.setItem('user', stored), text)
}

export const userInStorage = (page: Page) => page.evaluate(() => localStorage.getItem('user'))
