import { Outlet, useLocation } from 'react-router'
import { RedirectToLogin } from '../../session/redirect-to-login.tsx'
import { isOpenTo } from '../../session/remembered-page.ts'
import { useAppSelector } from '../../store.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

/**
 * Admits admins, and staff to their pages. It waits for the server's answer before it refuses, because this browser may not know of a new
 * role yet. The server checks the role on every call anyway.
 */
export default function AdminLayout() {
  const { user, isChecked } = useAppSelector(({ session }) => session)
  const { pathname } = useLocation()
  if (user && isOpenTo(user.role, pathname)) return <Outlet />
  if (isChecked) return <RedirectToLogin because="Access denied! You must be an admin" />
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <h1 className="sr-only">Dashboard</h1>
      <Spinner />
    </>
  )
}
