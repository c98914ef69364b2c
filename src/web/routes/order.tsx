import { Link } from 'react-router'
import { orderEndpoints, useGetOrderQuery } from '../orders/api.ts'
import { OrderSummary } from '../orders/order-summary.tsx'
import { prefetch } from '../prefetch.ts'
import { button } from '../ui/button.ts'
import { Failure } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/order'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetch(context, orderEndpoints.getOrder.initiate(params.orderId))

export const clientLoader = () => null

export default function OrderPage({ params }: Route.ComponentProps) {
  const { currentData: order, isError, isFetching, refetch } = useGetOrderQuery(params.orderId)
  return (
    <div className="container-page py-14 md:py-20">
      <PageTitle>Your order</PageTitle>
      {order ? (
        <OrderSummary order={order} />
      ) : isError && !isFetching ? (
        <Failure
          isPage
          onRetry={refetch}
          action={
            <Link to="/shop" className={button.quiet}>
              See all products
            </Link>
          }
        >
          Error loading order details
        </Failure>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
