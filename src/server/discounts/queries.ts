import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { DiscountUse, ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { toDollars } from '#domain/money.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import type { Page } from '../http/paging.ts'

/** All discount codes, the newest first, with their use. */
export async function listDiscountCodes(db: Db): Promise<ManagedDiscountCode[]> {
  const codes = await db.selectFrom('discount_code').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
  const { rows } = await sql<{ id: string; uses: number; cents: number }>`
    select discount_code_id as id, count(*)::int as uses,
      coalesce(sum(discount_cents) filter (where payment_state = 'paid' and deleted_at is null), 0)::bigint as cents
    from "order" where discount_code_id is not null and payment_state not in ('failed', 'expired')
    group by discount_code_id`.execute(db)
  const used = new Map(rows.map(row => [row.id, row]))
  return codes.map(code => toManaged(code, used.get(code.id)))
}

export const toManaged = (
  row: Selectable<Tables['discount_code']>,
  used: { uses: number; cents: number } = { uses: 0, cents: 0 },
): ManagedDiscountCode => ({
  _id: row.id,
  code: row.code,
  kind: row.kind,
  value: row.value,
  category: row.category,
  minCents: row.min_cents,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  maxUses: row.max_uses,
  isOnce: row.is_once,
  isActive: row.is_active,
  version: row.version,
  uses: used.uses,
  sum: toDollars(used.cents),
})

/** A page of the orders that have a code, the newest first, and how many there are. */
export async function listUses(db: Db, id: string, page: Page): Promise<{ uses: DiscountUse[]; total: number }> {
  const rows = await db
    .selectFrom('order')
    .select([
      'order_id',
      'number',
      'email',
      'contact_email',
      'discount_cents',
      'amount_cents',
      'payment_state',
      'created_at',
    ])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('discount_code_id', '=', id)
    .where('payment_state', 'not in', ['failed', 'expired'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const uses = rows.map(row => ({
    orderId: row.order_id,
    number: row.number,
    email: row.email ?? row.contact_email,
    discount: toDollars(row.discount_cents),
    amount: toDollars(row.amount_cents),
    paymentState: row.payment_state,
    at: row.created_at.toISOString(),
  }))
  return { uses, total: rows[0]?.total ?? 0 }
}

/** Whether there is a code that a buyer could type. */
export const hasCodes = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('discount_code').select('id').where('is_active', '=', true).limit(1).executeTakeFirst()) !==
  undefined

/** The codes that buyers could type for goods of these categories, by their addresses. */
export async function codesOfCategories(tx: Tx, categories: readonly string[]): Promise<string[]> {
  if (categories.length === 0) return []
  const active = tx.selectFrom('discount_code').select('code').where('is_active', '=', true)
  const rows = await active.where('category', 'in', categories).orderBy('code').execute()
  return rows.map(({ code }) => code)
}

interface Move {
  field: string
  from: string
  to: string
}

/**
 * The codes for goods of a category go with it when it gets another address.
 * @param auditId the audit entry that can be undone
 */
export async function moveDiscountCodes(tx: Tx, auditId: string, moves: readonly Move[]): Promise<void> {
  await sql`
    with moved as (
      update discount_code set category = move."to" from ${ofCategories(moves)} where category = move."from"
      returning discount_code.id, move."from", move."to"
    )
    insert into moved_discount_code (audit_id, discount_code_id, before, after)
    select ${auditId}::uuid, id, "from", "to" from moved`.execute(tx)
}

/** Moves codes back that still are where the change put them. Those that it did not move go with their category. */
export async function moveDiscountCodesBack(tx: Tx, auditId: string, back: readonly Move[]): Promise<void> {
  const moved = sql`moved_discount_code moved where moved.audit_id = ${auditId} and discount_code_id = discount_code.id`
  await sql`
    update discount_code set category = move."to" from ${ofCategories(back)}
    where category = move."from" and not exists (select from ${moved})`.execute(tx)
  await sql`update discount_code set category = moved.before from ${moved} and category = moved.after`.execute(tx)
}

const ofCategories = (moves: readonly Move[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(moves.filter(({ field }) => field === 'category'))}::jsonb) as move ("from" text, "to" text)`
