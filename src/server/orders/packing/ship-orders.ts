import { type ShipAnswer, shipSentences } from '#domain/orders/packing.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Tx } from '../../db/connection.ts'
import { addParcel, type NewParcel } from '../../shipments/send-parcel.ts'
import { type Admin, changeStatus, lockArrivedOrder } from '../manage/manage-orders.ts'
import { outcomeFor } from './ship-outcome.ts'

/** The parcels of orders, by the `_id` of each order. */
export type ParcelsOfOrders = ReadonlyMap<string, NewParcel>

/**
 * Marks orders as shipped, each in its own transaction and with its parcel if it has one, and says of each what became of it. One that
 * cannot be shipped holds no other up, and sent twice nothing is done twice.
 */
export async function shipOrders(
  context: CheckoutContext,
  admin: Admin,
  ids: readonly string[],
  parcels: ParcelsOfOrders,
): Promise<ShipAnswer[]> {
  const answers: ShipAnswer[] = []
  for (const id of new Set(ids.map(each => each.toLowerCase()))) {
    const { number, outcome } = await context.db
      .transaction()
      .execute(tx => ship(tx, context, admin, { id, parcel: parcels.get(id) }))
    answers.push({ _id: id, number, outcome, sentence: shipSentences[outcome] })
  }
  return answers
}

async function ship(
  tx: Tx,
  context: CheckoutContext,
  admin: Admin,
  { id, parcel }: { id: string; parcel: NewParcel | undefined },
) {
  const order = await lockArrivedOrder(tx, id)
  if (!order) return { number: null, outcome: 'gone' as const }
  const outcome = await outcomeFor(tx, id, order)
  if (outcome === 'shipped' && parcel) await addParcel(tx, context, admin, { ...order, id }, parcel)
  else if (outcome === 'shipped') await changeStatus(tx, context, admin, { ...order, id }, 'shipped')
  return { number: order.number, outcome }
}
