import type { PublicOrder } from '#domain/orders/order.ts'
import { api, unwrap } from '../api.ts'
import type { Store } from '../store.ts'
import { takeCheckout, unknownCheckouts } from './checkout-session.ts'
import { forgetCode } from './choice.ts'
import { cartActions } from './slice.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: build => ({
    /** The state of a payment that was begun earlier. Its page may still be open in another tab, which is no error. */
    askPayment: build.mutation<Pick<PublicOrder, 'paymentState'>, string>({
      query: session_id => ({ url: 'orders/payment-state', method: 'POST', body: { session_id } }),
      transformResponse: unwrap<Pick<PublicOrder, 'paymentState'>>,
    }),
  }),
})

/** Asks about the payments whose result is unknown, and removes from the cart what was paid for. */
export async function removeBought(dispatch: Store['dispatch']): Promise<void> {
  for (const sessionId of unknownCheckouts()) {
    const { data: order, error } = await dispatch(endpoints.askPayment.initiate(sessionId))
    const isUnknown = (error as { status?: unknown } | undefined)?.status === 404
    if (order?.paymentState === 'awaiting' || (!order && !isUnknown)) continue
    const bought = takeCheckout(sessionId)
    if (!bought || !order || order.paymentState === 'expired' || order.paymentState === 'failed') continue
    dispatch(cartActions.bought(bought))
    forgetCode()
  }
}
