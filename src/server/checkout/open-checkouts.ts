import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Log } from '../lib/log.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { settle } from '../payments/settle.ts'
import type { Buyer } from './buyer.ts'
import type { CheckoutContext } from './context.ts'

/**
 * Closes a payment page at the provider and settles its order, which frees the pieces that it holds. One that was paid meanwhile
 * stays paid.
 * @param log without it, an unavailable provider is an error; with it, the page stays open until it expires, and that is logged
 * @returns whether the provider has answered
 * @throws ProviderUnavailable
 */
export async function closeCheckout(
  context: CheckoutContext,
  session: string,
  log?: Pick<Log, 'warn'>,
): Promise<boolean> {
  try {
    const closed = await context.payments.expireSession(session)
    if (closed) await settle(context, closed, { actor: 'checkout' })
    return true
  } catch (error) {
    if (!log || !(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'a payment page could not be closed, and stays open until it expires')
    return false
  }
}

/** Leaves a visitor's newest payment pages open and closes the older ones. */
export async function closeOldest(
  context: CheckoutContext,
  visitor: string,
  maxOpen: number,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const surplus = await context.db
    .selectFrom('order')
    .select('payment_session')
    .where('visitor', '=', visitor)
    .where('payment_state', 'is not distinct from', 'awaiting')
    .where('payment_session', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxOpen)
    .execute()
  await closeAll(context, surplus, log)
}

/**
 * Closes the earlier payment pages of a visitor that hold pieces of these variants, so that nobody is blocked by a checkout of
 * their own.
 * @returns whether there were any, and all of them are closed
 */
export async function closeHolding(
  context: CheckoutContext,
  { visitor, isNewVisitor }: Pick<Buyer, 'visitor' | 'isNewVisitor'>,
  variants: string[],
  log: Pick<Log, 'warn'>,
): Promise<boolean> {
  if (isNewVisitor) return false
  const { rows } = await sql<{ payment_session: string }>`
    select payment_session from "order"
    where visitor = ${visitor} and payment_state is not distinct from 'awaiting' and payment_session is not null and exists (
      select from order_line
      where order_line.order_id = "order".id and takes_stock and variant_id = any(${variants}::uuid[])
    )
    order by created_at`.execute(context.db)
  return rows.length > 0 && (await closeAll(context, rows, log))
}

/**
 * Closes the earlier payment pages of a visitor that have the same discount code, so that nobody is kept from the last use of it by
 * a checkout of their own.
 * @returns whether there were any, and all of them are closed
 */
export async function closeWithCode(
  context: CheckoutContext,
  { buyer, code }: { buyer: Pick<Buyer, 'visitor' | 'isNewVisitor'>; code?: string },
  log: Pick<Log, 'warn'>,
): Promise<boolean> {
  if (buyer.isNewVisitor || code === undefined) return false
  const pages = await findWithCode(context.db, buyer.visitor, code)
  return pages.length > 0 && (await closeAll(context, pages, log))
}

/** The orders of a visitor that await their payment and have this discount code. */
export async function findWithCode(db: Db, visitor: string, code: string) {
  return await db
    .selectFrom('order')
    .select(['payment_session', 'expires_at'])
    .where('visitor', '=', visitor)
    .where('payment_state', 'is not distinct from', 'awaiting')
    .where('discount_code', '=', code)
    .where('payment_session', 'is not', null)
    .execute()
}

async function closeAll(context: CheckoutContext, pages: { payment_session: string | null }[], log: Pick<Log, 'warn'>) {
  for (const { payment_session } of pages)
    if (payment_session && !(await closeCheckout(context, payment_session, log))) return false
  return true
}
