import { useEffect, useState } from 'react'
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

/** Keeps loading, and asking, until the payment is known; one that nobody knows or that has ended gets a calm page. */
export default function Success() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id') ?? ''
  const [keepsAsking, setKeepsAsking] = useState(true)
  const { data: order, error } = useConfirmPaymentQuery(sessionId, {
    skip: !sessionId,
    pollingInterval: keepsAsking ? askAgainMs : 0,
  })
  const refusal = sessionId ? finalRefusal(error) : unknown
  useEffect(() => setKeepsAsking(!order && !refusal), [order, refusal])

  const dispatch = useAppDispatch()
  const isPaid = order?.paymentState === 'paid'
  useEffect(() => {
    const bought = isPaid && takeCheckout(sessionId)
    if (bought) dispatch(cartActions.bought(bought))
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
      ) : refusal ? (
        <Notice
          isPage
          action={
            <Link to="/shop" className={button.primary}>
              Back to the shop
            </Link>
          }
        >
          {refusal}
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

const unknown = 'We do not know this payment.'

/** The sentence for a payment that will not come, or undefined while it may. */
function finalRefusal(error: unknown): string | undefined {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { code?: string; message?: string } }
  if (status === 400 || status === 404) return unknown
  const hasEnded = data?.code === 'payment_expired' || data?.code === 'payment_failed'
  return hasEnded ? data.message : undefined
}
