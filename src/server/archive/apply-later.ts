import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import { lastNumber } from '../invoices/queries.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { ShopError } from '../lib/errors.ts'
import { erasePerson, lockPerson } from '../privacy/erase-person.ts'

/** What was applied of the time after the moment, and what is older than it was. */
export interface AppliedLater {
  /** E-mails of the accounts whose password, role, deletion or second factor is the later one. */
  accounts: string[]
  /** Accounts that were erased again, and those that could not be, with the reason. */
  erased: number
  notErased: string[]
  /** The numbers of the orders to check before they are shipped. */
  toCheck: number[]
  /** For each table, how many rows are older than they were, or not there. */
  older: Record<string, number>
}

interface Book {
  clock: Clock
  ids: Ids
}

/**
 * Applies to a shop that was restored to an earlier moment what must not go back with it: passwords, roles, deletions, second
 * factors and recovery codes, erasures, the numbers that were given, and the e-mails that were sent. Orders that changed later
 * are marked, to be checked before they are shipped.
 * @param later the shop as it was at the end of the archive
 */
export async function applyLater(db: Db, later: Db, book: Book): Promise<AppliedLater> {
  const older = await countOlder(db, later)
  const [accounts, toCheck] = await db.transaction().execute(async tx => {
    const changed = await applyAccounts(tx, later)
    await applyNumbers(tx, later, book.clock.now())
    await applySentEmails(tx, later)
    return [changed, await markChangedOrders(tx, later, book.clock.now())] as const
  })
  return { accounts, toCheck, older, ...(await eraseAgain(db, later, book)) }
}

/** Applied again after the payments have come back, which would confirm their orders a second time. */
export async function dropSentConfirmations(db: Db, later: Db): Promise<void> {
  const sent = await jsonOf(
    later,
    sql`select "order".order_id, mail.sent_at from mail join "order" on "order".id = mail.order_id
      where kind = 'order-confirmation' and sent_at is not null`,
  )
  await sql`
    update mail set sent_at = was.sent_at, next_try_at = null, due_at = null
    from "order" join jsonb_to_recordset(${sent}::jsonb) as was (order_id text, sent_at timestamptz)
      using (order_id)
    where mail.order_id = "order".id and mail.kind = 'order-confirmation' and mail.sent_at is null`.execute(db)
}

/** The rows of a query as JSON, with the full precision of their times. */
async function jsonOf(db: Db, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select coalesce(json_agg(row), '[]')::text as text from (${query}) row`.execute(db)
  return rows[0]?.text ?? '[]'
}

async function applyAccounts(tx: Tx, later: Db): Promise<string[]> {
  const users = await jsonOf(later, sql`select id, role, password_hash, deleted_at from "user" where erased_at is null`)
  const { rows: changed } = await sql<{ id: string; email: string }>`
    update "user" set role = was.role, password_hash = was.password_hash, deleted_at = was.deleted_at
    from jsonb_to_recordset(${users}::jsonb)
      as was (id uuid, role text, password_hash text, deleted_at timestamptz)
    where "user".id = was.id and erased_at is null
      and ("user".role, "user".password_hash, "user".deleted_at)
        is distinct from (was.role, was.password_hash, was.deleted_at)
    returning "user".id, email`.execute(tx)
  const factors = [
    ...(await replaceRows(tx, later, 'second_factor')),
    ...(await replaceRows(tx, later, 'recovery_code')),
  ]
  return [...new Set([...changed.map(({ email }) => email), ...factors])].toSorted()
}

/** Gives each account exactly its later rows. @returns the e-mails of the accounts that had others */
async function replaceRows(tx: Tx, later: Db, name: 'second_factor' | 'recovery_code'): Promise<string[]> {
  const table = sql.table(name)
  const rows = await jsonOf(later, sql`select * from ${table}`)
  const wanted = sql`(
    select row.* from jsonb_populate_recordset(null::${table}, ${rows}::jsonb) row
      join "user" on "user".id = row.user_id
  )`
  const { rows: changed } = await sql<{ email: string }>`
    with wanted as ${wanted}, other as (
      (select user_id from (table ${table} except select * from wanted) gone)
      union (select user_id from (select * from wanted except table ${table}) new)
    ) select email from "user" where id in (select user_id from other)`.execute(tx)
  await sql`delete from ${table}`.execute(tx)
  await sql`insert into ${table} select * from ${wanted} row`.execute(tx)
  return changed.map(({ email }) => email)
}

async function applyNumbers(tx: Tx, later: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ last: number }>`select last_value as last from order_number`.execute(later)
  await sql`
    select setval('order_number', ${rows[0]?.last ?? 1}) from order_number
    where last_value < ${rows[0]?.last ?? 1}`.execute(tx)
  const year = now.getUTCFullYear()
  const { rows: given } = await sql<{ last: number }>`select ${lastNumber(year)} as last`.execute(later)
  await sql`
    insert into invoice_gap (opened_at, closed_at, year, first, last)
    select ${now}, ${now}, ${year}, here.last + 1, ${given[0]?.last ?? 0}::integer from (select ${lastNumber(year)} as last) here
    where here.last < ${given[0]?.last ?? 0}`.execute(tx)
}

/** An e-mail that waited at the moment and was sent later is not sent again. */
async function applySentEmails(tx: Tx, later: Db): Promise<void> {
  const sent = await jsonOf(later, sql`select id, sent_at from mail where sent_at is not null`)
  await sql`
    update mail set sent_at = was.sent_at, next_try_at = null, due_at = null
    from jsonb_to_recordset(${sent}::jsonb) as was (id uuid, sent_at timestamptz)
    where mail.id = was.id and mail.sent_at is null`.execute(tx)
}

/** Marks the orders that are still to be shipped here, and were other later. */
async function markChangedOrders(tx: Tx, later: Db, now: Date): Promise<number[]> {
  const orders = await jsonOf(later, sql`select id, status, payment_state, cancelled_at, updated_at from "order"`)
  const { rows } = await sql<{ number: number }>`
    update "order" set check_since = ${now}
    from jsonb_to_recordset(${orders}::jsonb)
      as was (id uuid, status text, payment_state text, cancelled_at timestamptz, updated_at timestamptz)
    where "order".id = was.id and "order".status in ('pending', 'processing')
      and ("order".status, "order".payment_state, "order".cancelled_at, "order".updated_at)
        is distinct from (was.status, was.payment_state, was.cancelled_at, was.updated_at)
    returning "order".number`.execute(tx)
  return rows.map(({ number }) => number).toSorted((a, b) => a - b)
}

async function eraseAgain(db: Db, later: Db, book: Book): Promise<Pick<AppliedLater, 'erased' | 'notErased'>> {
  const { rows } = await sql<{ id: string }>`select id from "user" where erased_at is not null`.execute(later)
  const notErased: string[] = []
  let erased = 0
  for (const { id } of rows) {
    try {
      const isErased = await db.transaction().execute(async tx => {
        const person = await lockPerson(tx, id)
        if (person) await erasePerson(tx, person, undefined, book)
        return person !== undefined
      })
      if (isErased) erased += 1
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      notErased.push(`${id}: ${error.message}`)
    }
  }
  return { erased, notErased }
}

/** Tables whose rows say nothing to an owner. */
const leftOut = ['session', 'device', 'chore', 'kysely_migration', 'kysely_migration_lock']

async function countOlder(db: Db, later: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> all (${leftOut})
    order by relname`.execute(later)
  const older: Record<string, number> = {}
  for (const { name } of tables) {
    const digests = async (of: Db) =>
      (await sql<{ hash: string }>`select md5(t::text) as hash from ${sql.table(name)} t`.execute(of)).rows
    const here = new Set((await digests(db)).map(({ hash }) => hash))
    const count = (await digests(later)).filter(({ hash }) => !here.has(hash)).length
    if (count > 0) older[name] = count
  }
  return older
}
