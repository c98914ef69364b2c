import type { Location } from 'react-router'
import { roles, type User } from '#domain/users/user.ts'

const dashboard = /^\/dashboard(\/|$)/i
/** All other pages of the dashboard are the admins'. */
const customerPage = /^\/dashboard(\/(orders|payments|profile|reviews))?\/?$/i

/** Where a visitor goes on to after logging in: the page that sent them to log in, if it is open to them, else home. */
export function pageAfterLogin({ role }: Pick<User, 'role'>, state: unknown): string {
  const { pathname = '', search = '', hash = '' } = (state as { from?: Partial<Location> } | null)?.from ?? {}
  const isOurs = pathname.startsWith('/') && !pathname.startsWith('//')
  if (!isOurs || !isOpenTo(role, pathname)) return '/'
  return pathname + search + hash
}

function isOpenTo(role: User['role'], pathname: string): boolean {
  if (!dashboard.test(pathname)) return true
  return customerPage.test(pathname) ? roles.includes(role) : role === 'admin'
}
