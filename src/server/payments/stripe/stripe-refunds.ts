import type Stripe from 'stripe'
import type { RefundState } from '#domain/orders/order.ts'
import type { ProviderDispute, ProviderRefund } from '../provider.ts'

/** The metadata key under which a refund has the id of its request. */
export const requestIdKey = 'refundId'

/** @see https://docs.stripe.com/refunds#failed-refunds */
export function toRefund({ id, status, amount, created, metadata, failure_reason }: Stripe.Refund): ProviderRefund {
  const state = states[status ?? ''] ?? 'asked'
  return {
    id,
    requestId: metadata?.[requestIdKey],
    cents: amount,
    state,
    ...(state === 'failed' && {
      reason: status === 'canceled' ? canceled : (failures[failure_reason ?? ''] ?? failed),
    }),
    at: new Date(created * 1000),
  }
}

/** `pending` and `requires_action` count as `asked`. */
const states: Record<string, RefundState> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

const failed = 'The payment provider could not give the money back.'
const canceled = 'The refund was canceled at the payment provider.'
const failures: Record<string, string> = {
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  charge_for_pending_refund_disputed: 'The buyer disputed the payment while the refund was under way.',
  insufficient_funds: 'The balance at the payment provider is too low.',
  declined: 'The buyer’s bank declined the refund.',
  merchant_request: 'The refund was stopped at the payment provider.',
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const { id, amount, reason, status, payment_intent, created, evidence_details } = dispute
  const paymentId = idOf(payment_intent)
  const dueBy = evidence_details?.due_by
  return paymentId === undefined
    ? undefined
    : {
        id,
        paymentId,
        cents: amount,
        reason,
        status,
        ...(dueBy && { dueBy: new Date(dueBy * 1000) }),
        at: new Date(created * 1000),
      }
}

/** Returns the id of an object that Stripe may have expanded. */
export const idOf = (known: string | { id: string } | null | undefined): string | undefined =>
  typeof known === 'string' ? known : known?.id
