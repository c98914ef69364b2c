import type { Statement, WithdrawalReceipt } from '#domain/withdrawals/withdrawal.ts'
import type { AuditBook } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { queueWithdrawalNotice, queueWithdrawalReceived } from '../mail/queue.ts'
import { addAllLines } from '../returns/add-all-lines.ts'
import { findNamedOrder } from './queries.ts'

/**
 * Records that somebody withdraws from a contract, once however often it is sent with the same id, and queues the receipt in the same
 * transaction. An unknown order, or none, is recorded by the same statements, so that nobody learns which orders there are. Nothing is
 * decided: no money and no goods move.
 * @param statement checked by `withdrawalErrors`
 * @returns the receipt, and whether this request has recorded it
 * @throws ShopError 409 when the id belongs to another statement
 */
export async function receiveWithdrawal(
  { db, clock, ids }: AuditBook,
  id: string,
  statement: Statement,
): Promise<{ receipt: WithdrawalReceipt; isNew: boolean }> {
  const { name, contract, email, pieces } = statement
  return await db.transaction().execute(async tx => {
    const now = clock.now()
    const order = await findNamedOrder(tx, contract, now)
    const orderId = order?.id ?? null
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('return')
      .values({ id, kind: 'withdrawal', order_id: orderId, asked_at: now })
      .onConflict(known => known.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return { receipt: await findReceipt(tx, id, statement), isNew: false }
    await tx
      .insertInto('withdrawal')
      .values({ return_id: id, name, contract, email, pieces, is_late: order?.isLate ?? false })
      .execute()
    await addAllLines(tx, id, pieces === null ? orderId : null)
    await queueWithdrawalReceived(tx, { id, email }, { clock, ids })
    const isOther = order?.email?.toLowerCase() !== email.toLowerCase()
    await queueWithdrawalNotice(tx, { id, orderId: order?.email && isOther ? orderId : null }, { clock, ids })
    return { receipt: { ...statement, receivedAt: now.toISOString() }, isNew: true }
  })
}

async function findReceipt(tx: Tx, id: string, statement: Statement): Promise<WithdrawalReceipt> {
  const known = await tx
    .selectFrom('withdrawal')
    .innerJoin('return', 'return.id', 'return_id')
    .select(['name', 'contract', 'email', 'pieces', 'asked_at'])
    .where('return_id', '=', id)
    .executeTakeFirst()
  const isSame =
    known?.name === statement.name &&
    known.contract === statement.contract &&
    known.email === statement.email &&
    known.pieces === statement.pieces
  if (!isSame) throw conflict('Another withdrawal has this id.')
  return { ...statement, receivedAt: known.asked_at.toISOString() }
}
