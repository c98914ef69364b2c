import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { takeCheckout } from '../cart/checkout-session.ts'
import { forgetCode } from '../cart/choice.ts'
import { cartActions } from '../cart/slice.ts'
import { useConfirmPaymentQuery } from '../orders/api.ts'
import { OrderSummary } from '../orders/order-summary.tsx'
import { storedKey } from '../session/browser-key.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'

const pollEveryMs = 2_000
const lateAfterMs = 6_000
const unknown = 'We do not know this payment.'

/** Polls until the payment's result is known. An unknown or expired payment gets a page of its own. */
export default function Success() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id') ?? ''
  const [isPolling, setIsPolling] = useState(true)
  const { isKnown, user } = useAppSelector(({ session }) => session)
  const { data: order, error } = useConfirmPaymentQuery(
    { sessionId, userId: user?._id, key: isKnown ? storedKey() : undefined },
    { skip: !sessionId || !isKnown, pollingInterval: isPolling ? pollEveryMs : 0 },
  )
  const refusal = sessionId ? finalRefusal(error) : unknown
  useEffect(() => setIsPolling(!order && !refusal), [order, refusal])

  const dispatch = useAppDispatch()
  useEffect(() => {
    const bought = order && takeCheckout(sessionId)
    if (!bought) return
    dispatch(cartActions.bought(bought))
    forgetCode()
  }, [order, sessionId, dispatch])

  return (
    <div className="container-page py-14 md:py-20">
      <PageTitle>Your payment</PageTitle>
      {order ? (
        <OrderSummary order={order} hasDetailsFirst>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Link to={`/orders/${order.orderId}`} className={button.quiet}>
              See your order&apos;s page
            </Link>
            <p className="min-w-0 flex-1 basis-64 text-sm text-stone">
              The link in the confirmation opens it on every device, and shows how far your order has come.
            </p>
          </div>
          <Link to="/shop" className={`${textLink} mt-4`}>
            Continue shopping
          </Link>
        </OrderSummary>
      ) : refusal === unknown ? (
        <UnknownPayment />
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
        <div className="min-h-svh">
          <h1 className="sr-only">Your payment</h1>
          <Spinner />
          <Late error={error} />
        </div>
      )}
    </div>
  )
}

/** Says after some seconds why the page still loads: a bank may take days. */
function Late({ error }: { error: unknown }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const isAwaiting = codeOf(error) === 'payment_awaiting'
  return (
    <p aria-live="polite" className="mx-auto max-w-prose text-center text-stone leading-relaxed">
      {isLate &&
        (isAwaiting
          ? 'Your payment has not arrived yet. With some banks that takes days. '
          : 'We cannot ask about your payment right now, and go on trying. ')}
      {isLate && 'You need not wait here. If you have paid, do not pay again: we write to you when it has arrived.'}
    </p>
  )
}

/** For an address without a payment of this shop. */
const UnknownPayment = () => (
  <div className="mx-auto flex max-w-xl flex-col items-center rounded-card border border-line bg-paper px-[min(2rem,6vw)] py-14 text-center">
    <p className="eyebrow">Your payment</p>
    <h1 className="mt-4 text-3xl md:text-4xl">{unknown}</h1>
    <p className="mt-5 text-stone">
      The address of this page may be incomplete. If you have paid, write to us and we will look for your order.
    </p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <Link to="/shop" className={button.primary}>
        Back to the shop
      </Link>
      <Link to="/contact" className={button.quiet}>
        Write to us
      </Link>
    </div>
  </div>
)

/** The message for a payment that will not arrive, or undefined while it may. */
function finalRefusal(error: unknown): string | undefined {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { message?: string } }
  if (status === 400 || status === 404) return unknown
  const code = codeOf(error)
  return code === 'payment_expired' || code === 'payment_failed' ? data?.message : undefined
}

const codeOf = (error: unknown) => (error as { data?: { code?: string } } | undefined)?.data?.code
