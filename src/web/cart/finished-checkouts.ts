import type { PublicOrder } from '#domain/orders/order.ts'
import { api, unwrap } from '../api.ts'
import type { Store } from '../store.ts'
import { takeCheckout, unknownCheckouts } from './checkout-session.ts'
import { forgetCode } from './choice.ts'
import { cartActions } from './slice.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: build => ({
    /** The state of a payment that was begun earlier. */
    askPayment: build.mutation<Pick<PublicOrder, 'paymentState'>, string>({
      query: session_id => ({ url: 'orders/confirm-payment', method: 'POST', body: { session_id } }),
      transformResponse: unwrap<PublicOrder>,
    }),
  }),
})

/** Asks about the payments whose result is unknown, and removes from the cart what was paid for. */
export async function removeBought(dispatch: Store['dispatch']): Promise<void> {
  for (const sessionId of unknownCheckouts()) {
    const { data: order, error } = await dispatch(endpoints.askPayment.initiate(sessionId))
    const bought = order || hasEnded(error) ? takeCheckout(sessionId) : undefined
    if (!bought || !order) continue
    dispatch(cartActions.bought(bought))
    forgetCode()
  }
}

function hasEnded(error: unknown): boolean {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { code?: string } }
  return status === 404 || data?.code === 'payment_expired' || data?.code === 'payment_failed'
}
