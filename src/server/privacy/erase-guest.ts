import { type RawBuilder, sql } from 'kysely'
import { emailForms } from '#domain/users/user.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { assertOrdersErasable } from './erase-person.ts'
import { eraseChecks, eraseOrders } from './erase-related-rows.ts'

export const formsOf = (email: string): string[] => emailForms(email.toLowerCase())

/** Returns the SQL for the ids of guest orders with this e-mail; orders of accounts are not among them. */
const guestOrders = (email: string): RawBuilder<unknown> => sql`
  select id from "order" where user_id is null and lower(email) = any(${formsOf(email)})
  union select id from "order" where user_id is null and lower(contact_email) = any(${formsOf(email)})`

/** Returns the ids of guest orders with this e-mail, locked until the transaction ends. */
export async function lockGuestOrders(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from "order" where id in (${guestOrders(email)}) order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Gives a user the guest orders with this e-mail, deleted ones too. Call it only after the user has proved that it is theirs.
 * @returns how many there were
 */
export async function claimGuestOrders(tx: Tx, userId: string, email: string): Promise<number> {
  const ids = await lockGuestOrders(tx, email)
  await sql`update "order" set user_id = ${userId} where id = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}

/** Throws ShopError 409 while the shop still needs the buyer of one of these orders. */
export const assertGuestOrdersErasable = (tx: Tx, ids: string[]) =>
  assertOrdersErasable(tx, sql`select unnest(${ids}::uuid[])`)

/** Removes the buyer from orders that `assertGuestOrdersErasable` admits: amounts, products and times stay. */
export async function eraseGuest(tx: Tx, email: string, ids: string[], book: Omit<AuditBook, 'db'>): Promise<void> {
  await eraseOrders(tx, ids, formsOf(email))
  await eraseChecks(tx, formsOf(email))
  for (const recordId of ids)
    await recordAuditEntry(tx, { actor: undefined, action: 'erase buyer', record: 'order', recordId }, book)
}
