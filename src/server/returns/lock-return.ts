import { validate } from 'uuid'
import type { Tx } from '../db/connection.ts'
import { conflict, notFound } from '../lib/errors.ts'

/**
 * Locks a return, after its order if it has one.
 * @throws ShopError 404 for an unknown id
 */
export async function lockReturn(tx: Tx, id: string) {
  if (!validate(id)) throw notFound('Return')
  const { order_id } = (await tx.selectFrom('return').select('order_id').where('id', '=', id).executeTakeFirst()) ?? {}
  const order = order_id
    ? await tx.selectFrom('order').select('payment_state').where('id', '=', order_id).forUpdate().executeTakeFirst()
    : undefined
  const found = await tx.selectFrom('return').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound('Return')
  const lines = await tx.selectFrom('return_line').selectAll().where('return_id', '=', id).orderBy('place').execute()
  return { ...found, paymentState: order?.payment_state, lines }
}

export type LockedReturn = Awaited<ReturnType<typeof lockReturn>>

/** Throws ShopError 409 for a return of which a swap was sent: its buyer would keep both sizes. */
export function refuseSentSwap({ lines }: LockedReturn, sentence: string): void {
  if (lines.some(({ swap_state }) => swap_state === 'sent')) throw conflict(sentence)
}

/** Throws ShopError 409 for a return that has ended. */
export function requireOpen({ settled_at, refused_at, cancelled_at }: LockedReturn): void {
  if (cancelled_at) throw conflict('This return was cancelled.')
  if (refused_at) throw conflict('This return was refused.')
  if (settled_at) throw conflict('This return is settled.')
}
