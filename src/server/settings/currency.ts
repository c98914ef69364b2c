import { sql } from 'kysely'
import { decimalsOf } from '#domain/currency.ts'
import type { Settings } from '#domain/settings/section.ts'
import type { Db, Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'

export const fixedCurrency = 'The currency stays as it is, because there are orders in it.'

/** Whether there is an order in any state, deleted ones included. */
export async function hasOrders(db: Db): Promise<boolean> {
  return (await db.selectFrom('order').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * The lock between placing orders, which share it, and changing the currency. It is taken before the currency is read, so that
 * no order is placed in a currency that is being changed.
 */
const currencyLock = "hashtextextended('currency of orders', 0)"
export const shareCurrency = `pg_advisory_xact_lock_shared(${currencyLock})`

export async function shareCurrencyLock(tx: Tx): Promise<void> {
  await sql.raw(`select ${shareCurrency}`).execute(tx)
}

/**
 * Refuses a change of the currency after the first order, and one between currencies with and without decimals once anything has
 * a price: prices are stored in the smallest unit, of which one currency has a hundred where the other has one. A file that was read
 * and not imported is forgotten then.
 * @throws ShopError 409 with the reason
 */
export async function refuseFixedCurrency(
  tx: Tx,
  { currency: after }: Partial<Settings>,
  { currency: before }: Partial<Settings>,
): Promise<void> {
  if (!after || !before || after.code === before.code) return
  await sql`select pg_advisory_xact_lock(${sql.raw(currencyLock)})`.execute(tx)
  if (await hasOrders(tx)) throw conflict(fixedCurrency)
  if (decimalsOf(after.code) === decimalsOf(before.code)) return
  const { rows } = await sql<{ what: string | null }>`select case
    when exists (select from product) then 'there are products'
    when exists (select from discount_code where kind = 'fixed' or min_cents > 0) then 'there are discount codes'
    when exists (select from shop_setting where section = 'staff' and (value ->> 'refundLimitCents')::int > 0)
      then 'there is a refund limit for staff'
    when exists (
      select from shop_setting where section = 'delivery'
        and value @? '$.zones[*].methods[*] ? (@.priceCents > 0 || @.freeFromCents > 0)'
    ) then 'delivery has a price' end as what`.execute(tx)
  const what = rows[0]?.what
  if (what)
    throw conflict(
      `${after.code} does not have the decimals of ${before.code}, and ${what} already: such a currency is chosen before the first amount.`,
    )
  await tx.deleteFrom('product_import').execute()
}
