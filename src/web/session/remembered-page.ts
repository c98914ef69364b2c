import type { Location } from 'react-router'
import { roles, type User } from '#domain/users/user.ts'

const dashboard = /^\/dashboard(\/|$)/i
/** All other dashboard pages are for admins. */
const customerPage = /^\/dashboard(\/(orders|payments|profile|reviews))?\/?$/i

/** The page after logging in: the one that sent the visitor to the login if they may open it, else the home page. */
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
