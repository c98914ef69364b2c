import { type ExpressionBuilder, sql } from 'kysely'
import type { DeliveryFacts } from '#domain/withdrawals/deadline.ts'
import type { Tables } from '../db/tables.ts'

/** Selects what is known of the delivery of an order. What replaces a piece starts no new period for the others. */
export const deliveryColumns = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  [
    selectFrom('shipment')
      .select(sql<(string | null)[]>`coalesce(jsonb_agg(delivered_at), '[]')`.as('parcels'))
      .whereRef('shipment.order_id', '=', 'order.id')
      .where('return_id', 'is', null)
      .as('parcels'),
    selectFrom('order_event')
      .select(sql<Date | null>`coalesce(max(at) filter (where value = 'shipped'), min(at))`.as('at'))
      .whereRef('order_event.order_id', '=', 'order.id')
      .where('kind', '=', 'status')
      .where('value', 'in', ['shipped', 'completed'])
      .where(({ eb }) => eb('order.status', 'in', ['shipped', 'completed']))
      .as('shippedAt'),
  ] as const

interface DeliveryRow {
  parcels: (string | null)[] | null
  shippedAt: Date | null
}

export const toDeliveryFacts = ({ parcels, shippedAt }: DeliveryRow): DeliveryFacts => ({
  parcels: (parcels ?? []).map(at => (at === null ? null : new Date(at))),
  shippedAt,
})
