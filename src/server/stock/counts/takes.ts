import { sql } from 'kysely'
import { validate } from 'uuid'
import type { CountAnswer } from '#domain/products/stock.ts'
import { readTake, type StockTake } from '#domain/stock/take.ts'
import type { AuditBook } from '../../audit/record.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { badRequest, conflict, notFound, sentBefore } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import { countStock } from './count.ts'

/** Older stock takes are not listed any more. */
const maxListed = 100

/**
 * Begins a stock take of the whole shop or of a category. It remembers what should lie on the shelf now, so that it can show what
 * has moved when a size is counted days later.
 * @param sent `{ id, name, category? }`; sent twice under one id it begins once
 * @throws ShopError 400 with a sentence, 409 when there is nothing to count, `sent_before` when the id names another one
 */
export async function beginTake(
  { db, clock }: AuditBook,
  admin: string,
  sent: { id?: unknown; name?: unknown; category?: unknown },
): Promise<string> {
  const read = readTake(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  const { id } = sent
  if (typeof id !== 'string' || !validate(id)) throw badRequest('A stock take needs an id of its own, a UUID.')
  return await db.transaction().execute(async tx => {
    const { name, category } = read
    const { categories } = await holdChoices(tx)
    if (category !== null && !categories.some(({ address }) => address === category))
      throw badRequest('There is no such category.')
    const begun = await tx
      .insertInto('stock_take')
      .values({ id, name, category, actor: admin, started_at: clock.now() })
      .onConflict(conflicting => conflicting.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!begun) {
      await refuseAnother(tx, { id, name, category })
      return id
    }
    await sql`set local statement_timeout = '60s'`.execute(tx) // a hundred thousand sizes take a second or two
    const { numAffectedRows } = await sql`
      with paid as (
        select coalesce(variant_id, product_id) as variant_id, sum(quantity - owed - put_back)::int as to_pack
        from "order" join order_line on order_line.order_id = "order".id
        where payment_state in ('paid', 'review') and status in ('pending', 'processing') and "order".deleted_at is null and cancelled_at is null
        group by 1
      )
      insert into stock_take_line (take_id, variant_id, product_id, expected)
      select ${id}::uuid, variant.id, product.id, on_hand + coalesce(to_pack, 0)
      from product join variant on variant.product_id = product.id and variant.deleted_at is null
        left join stock on stock.variant_id = variant.id
        left join paid on paid.variant_id = variant.id
      where product.deleted_at is null and (${category}::text is null or category = ${category})`.execute(tx)
    if (!numAffectedRows) throw conflict('There is nothing to count there.')
    return id
  })
}

async function refuseAnother(tx: Tx, { id, name, category }: Pick<StockTake, 'name' | 'category'> & { id: string }) {
  const begun = await tx.selectFrom('stock_take').select(['name', 'category']).where('id', '=', id).executeTakeFirst()
  if (begun?.name !== name || begun.category !== category)
    throw sentBefore('This stock take was begun before, with another name or category.')
}

/**
 * Stores counts of a stock take, as `countStock` does. A size keeps the newest count, and is compared with what lay there before the
 * first one.
 * @throws ShopError as `countStock`; 404 for an unknown stock take, 409 for one that has ended
 */
export async function countInTake(
  book: AuditBook,
  admin: string,
  takeId: string,
  sent: unknown,
): Promise<CountAnswer[]> {
  await openTake(book.db, takeId)
  return await countStock(book, admin, sent, async (tx, stored, at) => {
    if (stored.length === 0) return
    await openTake(tx, takeId)
    await sql`
      update stock_take_line set found_before = before + coalesce(found_before - counted, 0), counted = shelf, counted_at = ${at}, actor = ${admin}
      from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as stored ("variantId" uuid, before integer, shelf integer)
      where take_id = ${takeId} and variant_id = "variantId"`.execute(tx)
  })
}

async function openTake(db: Db | Tx, id: string): Promise<void> {
  if (!validate(id)) throw notFound('Stock take')
  const take = await db.selectFrom('stock_take').select('ended_at').where('id', '=', id).forShare().executeTakeFirst()
  if (!take) throw notFound('Stock take')
  if (take.ended_at) throw conflict('This stock take has ended.')
}

/**
 * Ends a stock take. What was not counted keeps its number. Ending it twice is harmless.
 * @throws ShopError 404 for an unknown stock take
 */
export async function endTake({ db, clock }: Pick<AuditBook, 'db' | 'clock'>, id: string): Promise<void> {
  const ended =
    validate(id) &&
    (await db
      .updateTable('stock_take')
      .set(({ fn }) => ({ ended_at: fn.coalesce('ended_at', sql<Date>`${clock.now()}::timestamptz`) }))
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst())
  if (!ended) throw notFound('Stock take')
}

interface TakeRow extends Omit<StockTake, '_id' | 'startedAt' | 'startedBy' | 'endedAt'> {
  id: string
  started_at: Date
  ended_at: Date | null
  email: string | null
}

/** The stock takes, the newest first. @param id only this one */
export async function findTakes(db: Db, id?: string): Promise<StockTake[]> {
  const only = id === undefined ? sql`true` : sql`id = ${validate(id) ? id : null}`
  const { rows } = await sql<TakeRow>`
    with shown as materialized (select * from stock_take where ${only} order by started_at desc, id limit ${maxListed})
    select shown.id, shown.name, category, started_at, ended_at, email, summed.*
    from shown left join "user" on "user".id = shown.actor
      cross join lateral (
        select count(*)::int as sizes, count(counted)::int as counted,
          coalesce(sum(found_before - counted) filter (where counted < found_before), 0)::int as missing,
          coalesce(sum(counted - found_before) filter (where counted > found_before), 0)::int as surplus
        from stock_take_line where take_id = shown.id
      ) summed
    order by started_at desc, shown.id`.execute(db)
  return rows.map(({ id: _id, started_at, ended_at, email, ...row }) => ({
    ...row,
    _id,
    startedAt: started_at.toISOString(),
    startedBy: email ?? '',
    endedAt: ended_at?.toISOString() ?? null,
  }))
}
