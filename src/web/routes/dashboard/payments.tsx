import { formatCents, toCents } from '#domain/money.ts'
import { useOrdersOfQuery } from '../../orders/api.ts'
import { NoOrders } from '../../orders/no-orders.tsx'
import { PaymentList } from '../../orders/payment-list.tsx'
import { useUser } from '../../session/use-user.ts'
import { StatCard } from '../../stats/stat-card.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'

export default function DashboardPayments() {
  const user = useUser()
  const answer = useOrdersOfQuery(user?.email ?? '', { skip: !user, refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Total Payments" answer={answer} failure="Failed to show payments!">
      {orders => {
        const paid = orders.filter(({ paymentState }) => paymentState === 'paid')
        const spentCents = paid.reduce((sum, { amount, refunded }) => sum + toCents(amount) - toCents(refunded), 0)
        return (
          <>
            <dl className="mb-8 max-w-sm">
              <StatCard label="Total Spent" value={formatCents(spentCents)} />
            </dl>
            {orders.length === 0 ? <NoOrders /> : <PaymentList orders={orders} />}
          </>
        )
      }}
    </DashboardPage>
  )
}
