import { useGetOrderQuery } from '../orders/api.ts'
import { OrderSummary } from '../orders/order-summary.tsx'
import { Failure } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/order'

export default function OrderPage({ params }: Route.ComponentProps) {
  const { currentData: order, isError, isFetching, refetch } = useGetOrderQuery(params.orderId)
  return (
    <div className="container-page py-14 md:py-20">
      <PageTitle>Your order</PageTitle>
      {order ? (
        <OrderSummary order={order} />
      ) : isError && !isFetching ? (
        <Failure isPage onRetry={refetch}>
          Error loading order details
        </Failure>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
