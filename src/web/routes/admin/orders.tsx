import { orderSteps } from '#domain/orders/order.ts'
import { ordersPerPage, useListAdminOrdersQuery } from '../../orders/admin/admin-api.ts'
import { AdminOrderTable } from '../../orders/admin/admin-order-table.tsx'
import { useOrderActions } from '../../orders/admin/use-order-actions.tsx'
import { useIsAdmin } from '../../session/use-user.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { FilterField } from '../../ui/form/filter-field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const statuses = [{ value: '', label: 'All' }, ...orderSteps.map(({ status, label }) => ({ value: status, label }))]
const payments = [
  { value: '', label: 'All' },
  { value: 'paid', label: 'Paid' },
  { value: 'review', label: 'In review' },
  { value: 'refunded', label: 'Refunded' },
]

const archives = [
  { value: '', label: 'Not archived' },
  { value: 'true', label: 'Archived' },
]

export default function ManageOrders() {
  const { page, q, read } = useListAddress()
  const filters = { page, q, status: read('status'), payment: read('payment'), archived: read('archived') }
  const answer = useListAdminOrdersQuery(filters, { refetchOnMountOrArgChange: true })
  const { ask, dialogs } = useOrderActions()
  const isAdmin = useIsAdmin()
  return (
    <>
      <DashboardPage
        title="Manage Orders"
        answer={answer}
        failure="Failed to fetch orders!"
        action={
          isAdmin && (
            <a href="/api/orders/export" download className={button.quiet}>
              Export
            </a>
          )
        }
        tools={
          <>
            <SearchField label="Search orders" placeholder="Number, ID or e-mail" />
            <FilterField label="Status" name="status" options={statuses} />
            <FilterField label="Payment" name="payment" options={payments} />
            <FilterField label="Archive" name="archived" options={archives} />
          </>
        }
      >
        {listed => (
          <PagedList
            listed={listed}
            limit={ordersPerPage}
            noun={['order', 'orders']}
            whenNone={<Notice>Nothing has been ordered yet. Orders appear here as soon as they are paid.</Notice>}
          >
            {orders => <AdminOrderTable orders={orders} ask={ask} />}
          </PagedList>
        )}
      </DashboardPage>
      {dialogs}
    </>
  )
}
