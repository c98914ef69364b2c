import { labelOf } from '#domain/products/size.ts'
import { type DeliveryInput, readDelivery } from '#domain/stock/delivery.ts'
import { type AuditBook, recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import { badRequest, conflict, sentBefore } from '../../lib/errors.ts'
import { changePieces } from '../change-pieces.ts'
import { refuseBesideOlder } from '../counts/count.ts'
import { type Countable, heldOf, lockCountable } from '../counts/lock-countable.ts'
import { untilNoneIsBusy } from '../until-none-is-busy.ts'

/**
 * Receives the pieces of a delivery, all of them or none. A size that was not counted is counted from now on, and begins with these
 * pieces. Paid lines that are owed pieces get theirs first. Sent twice, a delivery is received once.
 * @param admin the admin's id; undefined for the command line
 * @param sent see `readDelivery`
 * @returns the delivery's id
 * @throws ShopError 400 with a sentence, also for a size that is not on sale; 409 while an older release is connected, when more pieces
 * are being paid for than have come or a size would have more than a million, `sent_before` when the id names another delivery
 */
export async function receiveDelivery(book: AuditBook, admin: string | undefined, sent: unknown): Promise<string> {
  const read = readDelivery(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  const { delivery } = read
  await refuseBesideOlder(book.db)
  const busy = await untilNoneIsBusy([delivery], async () => {
    const isBusy = await book.db.transaction().execute(tx => receiveIn(tx, book, admin, delivery))
    return isBusy ? [delivery] : []
  })
  if (busy.length > 0) throw conflict('A piece of it is being paid for right now. Receive it again in a moment.')
  return delivery.id
}

/** @returns whether it has to be tried again */
async function receiveIn(
  tx: Tx,
  book: AuditBook,
  admin: string | undefined,
  delivery: DeliveryInput,
): Promise<boolean> {
  const { id, note, lines } = delivery
  const at = book.clock.now()
  const added = await tx
    .insertInto('delivery')
    .values({ id, note, actor: admin ?? null, at })
    .onConflict(conflicting => conflicting.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    await refuseAnother(tx, delivery)
    return false
  }
  const { ready, busy } = await lockCountable(
    tx,
    lines.map(({ variantId }) => variantId),
  )
  if (busy.length > 0) {
    await tx.deleteFrom('delivery').where('id', '=', id).execute()
    return true
  }
  const changes = lines.map(({ variantId, pieces, unitCents }, index) => {
    const size = ready.get(variantId)
    if (!size) throw badRequest(`Line ${index + 1}: this size is not on sale any more.`)
    refuseTooFew(size, pieces)
    return { of: size, by: pieces, unitCents }
  })
  await changePieces(tx, changes, { kind: 'received', deliveryId: id, actor: admin, at })
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  const after = { pieces, sizes: lines.length, ...(note && { note }) }
  await recordAuditEntry(tx, { actor: admin, action: 'deliver', record: 'delivery', recordId: id, after }, book)
  return false
}

/** The first pieces of a size must suffice for the orders that await payment for it. */
function refuseTooFew(size: Countable, pieces: number): void {
  const held = heldOf(size)
  if (!size.stock && pieces < held)
    throw conflict(
      `${size.name}, ${labelOf(size.size)} is not counted yet, and ${held} are being paid for: count it first, with these pieces.`,
    )
}

/** @throws ShopError 409 unless what was received under this id is the same */
async function refuseAnother(tx: Tx, { id, note, lines }: DeliveryInput): Promise<void> {
  const received = await tx
    .selectFrom('stock_movement')
    .innerJoin('delivery', 'delivery.id', 'delivery_id')
    .select(['variant_id', 'on_hand', 'unit_cents', 'note'])
    .where('delivery_id', '=', id)
    .where('kind', '=', 'received')
    .execute()
  const lineOf = new Map(received.map(line => [line.variant_id, line]))
  const isSame =
    received.length === lines.length &&
    lines.every(({ variantId, pieces, unitCents }) => {
      const line = lineOf.get(variantId)
      return line?.on_hand === pieces && line.unit_cents === unitCents && line.note === note
    })
  if (!isSame)
    throw sentBefore(
      'This delivery was received before, with other pieces, costs or another note: take that one back, or receive only what is new.',
    )
}
