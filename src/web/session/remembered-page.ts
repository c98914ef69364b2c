import type { Location } from 'react-router'
import { hasStaffRights, roles, type User } from '#domain/users/user.ts'

const dashboard = /^\/dashboard(\/|$)/i
const customerPage = /^\/dashboard(\/(orders|payments|profile|reviews))?\/?$/i
/** All other dashboard pages are for admins. */
const staffPage =
  /^\/dashboard\/(admin|manage-orders|packing(\/parcels)?|returns|messages|lost-demand|stock(\/.*)?)\/?$/i

/** The page after logging in: the one that sent the visitor to the login if they may open it, else the home page. */
export function pageAfterLogin({ role }: Pick<User, 'role'>, state: unknown): string {
  const { pathname = '', search = '', hash = '' } = (state as { from?: Partial<Location> } | null)?.from ?? {}
  const isOurs = pathname.startsWith('/') && !pathname.startsWith('//')
  if (!isOurs || !isOpenTo(role, pathname)) return '/'
  return pathname + search + hash
}

/** Whether somebody with this role may open a page. */
export function isOpenTo(role: User['role'], pathname: string): boolean {
  if (!dashboard.test(pathname)) return true
  if (customerPage.test(pathname)) return roles.includes(role)
  return staffPage.test(pathname) ? hasStaffRights(role) : role === 'admin'
}
