import { Outlet, useSearchParams } from 'react-router'
import { roles } from '#domain/users/user.ts'
import { Frame } from '../../layout/frame.tsx'
import { SideMenu } from '../../layout/side-menu.tsx'
import { useFocusOnNewPage } from '../../layout/use-focus-on-new-page.ts'
import { WithdrawFooter } from '../../layout/withdraw-footer.tsx'
import { RedirectToLogin } from '../../session/redirect-to-login.tsx'
import { useCheckedRole, useCheckedSession } from '../../session/use-checked-session.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

/** The frame of both dashboards, for signed-in users. The server renders it without a user. */
export default function DashboardLayout() {
  const { user, isChecked } = useCheckedSession()
  const role = roles.find(each => each === user?.role)
  useCheckedRole()
  const [search] = useSearchParams()
  useFocusOnNewPage(search.get('page'))

  return (
    <Frame>
      <div className="container-page pt-16 print:block! print:pt-0 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
        <SideMenu role={role} />
        <main id="main" tabIndex={-1} className="min-h-svh pt-8 pb-20 outline-none lg:pt-12">
          {role ? (
            <Outlet />
          ) : (
            <>
              <PageTitle>Dashboard</PageTitle>
              <h1 className="sr-only">Dashboard</h1>
              {user || isChecked ? (
                <RedirectToLogin because={user ? undefined : 'You must be logged in'} />
              ) : (
                <Spinner />
              )}
            </>
          )}
        </main>
      </div>
      <WithdrawFooter />
    </Frame>
  )
}
