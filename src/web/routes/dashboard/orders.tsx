import { useState } from 'react'
import type { Order } from '#domain/orders/order.ts'
import { GuestOrdersNote } from '../../auth/guest-orders-note.tsx'
import { useOrdersOfQuery } from '../../orders/api.ts'
import { NoOrders } from '../../orders/no-orders.tsx'
import { OrderTable } from '../../orders/order-table.tsx'
import { useUser } from '../../session/use-user.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button } from '../../ui/form/button.ts'

export default function DashboardOrders() {
  const user = useUser()
  const answer = useOrdersOfQuery(user?.email ?? '', { skip: !user, refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Your Orders" answer={answer} failure="Something went wrong! Failed to Fetch Your Orders!">
      {orders => (
        <>
          {orders.length === 0 ? <NoOrders /> : <Orders orders={orders} />}
          {user && <GuestOrdersNote email={user.email} />}
        </>
      )}
    </DashboardPage>
  )
}

const shownFirst = 10

function Orders({ orders }: { orders: Order[] }) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <OrderTable orders={showsAll ? orders : orders.slice(0, shownFirst)} />
      {!showsAll && orders.length > shownFirst && (
        <div className="mt-8 flex justify-center">
          <button type="button" className={button.quiet} onClick={() => setShowsAll(true)}>
            See all
          </button>
        </div>
      )}
    </>
  )
}
