import { lazy, type ReactNode, Suspense, useId } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { ProofLine } from '../../integrity/proof-line.tsx'
import { joinAnswers } from '../../join-answers.ts'
import { useUser } from '../../session/use-user.ts'
import { BeforeYouOpen } from '../../settings/setup/before-you-open.tsx'
import { StaffToday, useStaffToday } from '../../staff/staff-today.tsx'
import { useAdminStatsQuery, useSalesStatsQuery, useTodayStatsQuery } from '../../stats/api.ts'
import { BestSellers } from '../../stats/best-sellers.tsx'
import { SalesByDay } from '../../stats/sales-by-day.tsx'
import { StatCard } from '../../stats/stat-card.tsx'
import { Today } from '../../stats/today.tsx'
import { useYear, YearChoice } from '../../stats/year-choice.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

const ShopChart = lazy(() => import('../../stats/shop-chart.tsx')) // only dashboards load charts
const EarningsChart = lazy(() => import('../../stats/earnings-chart.tsx'))

const count = new Intl.NumberFormat('en-US')

export default function DashboardHome() {
  return useUser()?.role === 'staff' ? <StaffHome /> : <AdminHome />
}

function AdminHome() {
  const user = useUser()
  const { year } = useYear()
  const whenShown = { refetchOnMountOrArgChange: true } as const
  const today = useTodayStatsQuery(undefined, whenShown)
  const sales = useSalesStatsQuery(undefined, whenShown)
  const ofYear = useAdminStatsQuery(year, whenShown)
  const earned = ofYear.currentData?.monthlyEarnings // the other figures stay visible while another year loads
  const figures = { ...ofYear, currentData: ofYear.isError ? ofYear.currentData : ofYear.data }
  return (
    <DashboardPage
      title="Dashboard"
      heading={`Hi, ${user?.username}! Welcome to your admin dashboard.`}
      answer={joinAnswers(today, sales, figures)}
      failure="Failed to fetch data"
    >
      {([waiting, { days, bestSellers }, stats]) => (
        <>
          <Today today={waiting} />
          <h2 className="mb-6 text-2xl">The last 30 days</h2>
          <div className="mb-12 grid gap-4">
            <Panel title="Sales by day">
              <SalesByDay days={days} />
            </Panel>
            <Panel title="Best sellers">
              <BestSellers sellers={bestSellers} />
            </Panel>
          </div>
          <h2 className="mb-6 text-2xl">All time</h2>
          <dl className="mb-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <StatCard label="Total Earning" value={formatCents(toCents(stats.totalEarnings))} />
            <StatCard label="All Orders" value={count.format(stats.totalOrders)} />
            <StatCard label="All Users" value={count.format(stats.totalUsers)} />
            <StatCard label="Total Products" value={count.format(stats.totalProducts)} />
          </dl>
          <ProofLine />
          <h2 className="mb-6 text-2xl">Admin Stats Overview</h2>
          <div className="grid gap-4 *:min-h-96 xl:grid-cols-[5fr_6fr]">
            <Panel title="The shop in figures">
              <ShopChart stats={stats} />
            </Panel>
            <Panel title="Monthly Earnings" tools={<YearChoice />}>
              {earned ? <EarningsChart year={year} earned={earned} /> : <Spinner />}
            </Panel>
          </div>
          <BeforeYouOpen />
        </>
      )}
    </DashboardPage>
  )
}

function Panel({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 sm:p-6">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        {tools}
      </div>
      <Suspense fallback={<Spinner />}>{children}</Suspense>
    </section>
  )
}

/** What waits for staff today. */
function StaffHome() {
  const user = useUser()
  return (
    <DashboardPage
      title="Dashboard"
      heading={`Hi, ${user?.username}! Welcome to your staff dashboard.`}
      answer={useStaffToday()}
      failure="Failed to fetch data"
    >
      {today => <StaffToday today={today} />}
    </DashboardPage>
  )
}
