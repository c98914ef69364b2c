import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { isOrderId } from '#domain/ids.ts'
import type { ShownOrder } from '#domain/orders/order.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { orderEndpoints, useGetOrderQuery } from '../orders/api.ts'
import { BuyerActions } from '../orders/buyer-actions.tsx'
import { OrderSummary } from '../orders/order-summary.tsx'
import { useOrderKey } from '../orders/use-order-key.ts'
import { prefetch } from '../prefetch.ts'
import { useUser } from '../session/use-user.ts'
import { isNotFound } from '../ui/feedback/is-not-found.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/order'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  isOrderId(params.orderId)
    ? prefetch(context, [orderEndpoints.getOrder, { orderId: params.orderId }])
    : data(null, { status: 404 })

export const clientLoader = () => null

export default function OrderPage({ params: { orderId } }: Route.ComponentProps) {
  return isOrderId(orderId) ? <OrderOf id={orderId} /> : <MissingPage reason="Error loading order details" />
}

function OrderOf({ id }: { id: string }) {
  const { key } = useOrderKey(id)
  const answer = useGetOrderQuery({ orderId: id, userId: useUser()?._id, key })
  const { currentData: asRendered } = orderEndpoints.getOrder.useQueryState({ orderId: id }) // by the server, for a stranger
  const { currentData: order = asRendered, error, isError, isFetching, refetch } = answer
  return (
    <div className="container-page py-14 md:py-20 print:p-0">
      <PageTitle>{order?.history ? 'Order' : 'Your order'}</PageTitle>
      {order ? (
        <Shown order={order} orderKey={key} />
      ) : isError && !isFetching ? (
        <Failure
          isPage
          onRetry={isNotFound(error) ? undefined : refetch}
          action={
            <Link to="/shop" className={button.quiet}>
              See all products
            </Link>
          }
        >
          Error loading order details
        </Failure>
      ) : (
        <Loading />
      )}
    </div>
  )
}

const Loading = () => (
  <div className="min-h-svh">
    <h1 className="sr-only">Your order</h1>
    <Spinner />
  </div>
)

// The storefront contains no admin code.
const AdminOrder = lazy(() => import('../orders/admin/admin-order.tsx'))

/** An order. Staff and admins also see its history, which the server sends to them alone, and the possible actions. */
function Shown({ order, orderKey }: { order: ShownOrder; orderKey: string | undefined }) {
  if (!order.history)
    return (
      <>
        <OrderSummary order={order} />
        <BuyerActions order={order} orderKey={orderKey} />
      </>
    )
  return (
    <Suspense fallback={<Loading />}>
      <AdminOrder order={order} />
    </Suspense>
  )
}
