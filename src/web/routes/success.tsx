import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { takeCheckout } from '../cart/checkout-session.ts'
import { cartActions } from '../cart/slice.ts'
import { useConfirmPaymentQuery } from '../orders/api.ts'
import { OrderSummary } from '../orders/order-summary.tsx'
import { useAppDispatch } from '../store.ts'
import { button } from '../ui/button.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'

const askAgainMs = 2_000
const notFound = 404

/** Keeps loading, and asking, until the payment is known; a session nobody knows gets a calm page. */
export default function Success() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id') ?? ''
  const { data: order, error } = useConfirmPaymentQuery(sessionId, { skip: !sessionId, pollingInterval: 0 })
  const isUnknown = !sessionId || (error && 'status' in error && (error.status === notFound || error.status === 400))
  const keepsAsking = !order && !isUnknown
  useConfirmPaymentQuery(sessionId, { skip: !keepsAsking, pollingInterval: askAgainMs })

  const dispatch = useAppDispatch()
  const isPaid = order?.paymentState === 'paid'
  useEffect(() => {
    if (isPaid && takeCheckout(sessionId)) dispatch(cartActions.cleared())
  }, [isPaid, sessionId, dispatch])

  return (
    <div className="container-page py-14 md:py-20">
      <PageTitle>Your payment</PageTitle>
      {order ? (
        <>
          <OrderSummary order={order} />
          <p className="mx-auto mt-12 max-w-2xl text-sm text-stone">
            Keep this page&apos;s address, or{' '}
            <Link to={`/orders/${order.orderId}`} className="underline underline-offset-4 hover:text-rosewood">
              your order&apos;s page
            </Link>
            : it shows how far your order has come.
          </p>
        </>
      ) : isUnknown ? (
        <Notice
          action={
            <Link to="/shop" className={button.primary}>
              Back to the shop
            </Link>
          }
        >
          We do not know this payment.
        </Notice>
      ) : (
        <>
          <h1 className="sr-only">Your payment</h1>
          <Spinner />
        </>
      )}
    </div>
  )
}
