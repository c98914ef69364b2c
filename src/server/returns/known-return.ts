import type { Selectable } from 'kysely'
import type { ReturnRequest } from '#domain/returns/return.ts'
import type { Tx } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { sentBefore } from '../lib/errors.ts'

/**
 * Whether a return of this order was asked for before under this id.
 * @throws ShopError 409 `sent_before` when the id is another return's, or a withdrawal's
 */
export async function isKnownReturn(tx: Tx, orderId: string, { id, lines, message = '' }: ReturnRequest) {
  const known = await tx
    .selectFrom('return')
    .select(['kind', 'order_id', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  const stored = await tx
    .selectFrom('return_line')
    .select(['position', 'variant_id', 'quantity', 'reason', 'swap_variant_id'])
    .where('return_id', '=', id)
    .orderBy('place')
    .execute()
  const isSame =
    known.kind === 'return' &&
    known.order_id === orderId &&
    known.message === message.trim() &&
    stored.length === lines.length &&
    lines.every((line, place) => isSameLine(line, stored[place]))
  if (!isSame) throw sentBefore('This id belongs to another return.')
  return true
}

type StoredLine = Pick<
  Selectable<Tables['return_line']>,
  'position' | 'variant_id' | 'quantity' | 'reason' | 'swap_variant_id'
>

const isSameLine = (line: ReturnRequest['lines'][number], stored: StoredLine | undefined) =>
  stored !== undefined &&
  line.position === stored.position &&
  line.quantity === stored.quantity &&
  line.reason === stored.reason &&
  (line.variantId === undefined || line.variantId.toLowerCase() === stored.variant_id) &&
  (line.swap?.toLowerCase() ?? null) === stored.swap_variant_id
