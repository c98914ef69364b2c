import { type RawBuilder, sql } from 'kysely'
import { emailForms } from '#domain/users/user.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { refuseNeeded } from './erase-person.ts'
import { eraseChecks, eraseOrders } from './erase-related-rows.ts'

const formsOf = (email: string): string[] => emailForms(email.toLowerCase())

/** The ids of the orders of guests that name this e-mail, and of nobody who has an account. */
const guestOrders = (email: string): RawBuilder<unknown> => sql`
  select id from "order" where user_id is null and lower(email) = any(${formsOf(email)})
  union select id from "order" where user_id is null and lower(contact_email) = any(${formsOf(email)})`

/** @returns the orders of guests with this e-mail, held until the transaction ends */
export async function holdGuestOrders(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from "order" where id in (${guestOrders(email)}) order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @throws ShopError 409 while one of these orders is on its way */
export const refuseGuestsNeeded = (tx: Tx, ids: string[]) => refuseNeeded(tx, sql`select unnest(${ids}::uuid[])`)

/** Takes the buyer out of orders that `refuseGuestsNeeded` lets go: money, goods and times stay. */
export async function eraseGuest(tx: Tx, email: string, ids: string[], book: Omit<AuditBook, 'db'>): Promise<void> {
  await eraseOrders(tx, ids, formsOf(email))
  await eraseChecks(tx, formsOf(email))
  for (const recordId of ids)
    await recordAuditEntry(tx, { actor: undefined, action: 'erase buyer', record: 'order', recordId }, book)
}
