import { lazy, Suspense } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { useUser } from '../../session/use-user.ts'
import { StaffToday, useStaffToday } from '../../staff/staff-today.tsx'
import { useUserStatsQuery } from '../../stats/api.ts'
import { StatCard } from '../../stats/stat-card.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

const UserChart = lazy(() => import('../../stats/user-chart.tsx')) // only dashboards load a chart

export default function DashboardHome() {
  const user = useUser()
  const answer = useUserStatsQuery(user?._id ?? '', { skip: !user, refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Dashboard"
      heading={`Hi, ${user?.username}! Welcome to your user dashboard.`}
      answer={answer}
      failure="Failed to fetch data"
    >
      {stats => (
        <>
          {user?.role === 'staff' && <TodayInTheShop />}
          <dl className="mb-8 grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
            <StatCard label="Total Payments" value={formatCents(toCents(stats.totalPayments))} />
            <StatCard label="Total Reviews" value={String(stats.totalReviews)} />
            <StatCard label="Purchased Products" value={String(stats.totalPurchasedProducts)} />
          </dl>
          <Suspense fallback={<Spinner />}>
            <UserChart stats={stats} />
          </Suspense>
        </>
      )}
    </DashboardPage>
  )
}

function TodayInTheShop() {
  const { currentData, isError } = useStaffToday()
  if (isError) return null // the menu leads to the same pages
  return currentData ? <StaffToday today={currentData} /> : <Spinner />
}
