import { type RawBuilder, sql } from 'kysely'
import { nameWithVariation } from '#domain/products/size.ts'
import type { Db } from '../../db/connection.ts'

/** A size that somebody wants to be told about. */
export interface AlertSubject {
  email: string
  product: { _id: string; name: string }
  /** "Colette Wrap Dress, Pine, M". */
  name: string
  isConfirmed: boolean
}

/** Stands for a product that became a draft, or is hidden for now. */
const unnamed = 'A piece that is not shown at present'

/** What an alert is about; undefined when it is ended. */
export async function findAlert(db: Db, id: string): Promise<AlertSubject | undefined> {
  const row = await db
    .selectFrom('stock_alert')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['stock_alert.email', 'product.id as _id', 'name', 'size', 'confirmed_at', 'is_draft'])
    .select(({ fn }) => fn.coalesce('shade', 'color').as('color'))
    .where('stock_alert.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { email, _id, name, size, color, confirmed_at, is_draft } = row
  return {
    ...{ email, product: { _id, name: name } },
    name: is_draft ? unnamed : nameWithVariation({ name, size, color }),
    isConfirmed: confirmed_at !== null,
  }
}

/** SQL: how many confirmed people wait for a variant. */
export const waitingFor = (variant: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from stock_alert
  where stock_alert.variant_id = ${variant} and confirmed_at is not null and told_at is null
)`

/** Deletes all alerts of these e-mails, which are in lower case, with their links and e-mails. */
export async function eraseAlerts(db: Db, emails: string[]): Promise<void> {
  await sql`delete from stock_alert where lower(email) = any(${emails})`.execute(db)
}

/** Whether one of these e-mails, which are in lower case, has an alert. */
export async function hasAlerts(db: Db, emails: string[]): Promise<boolean> {
  const { rows } = await sql`select from stock_alert where lower(email) = any(${emails}) limit 1`.execute(db)
  return rows.length > 0
}
