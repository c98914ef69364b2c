import { validate } from 'uuid'
import type { Fields } from '#domain/audit.ts'
import { type DiscountCodeFields, type ManagedDiscountCode, readDiscountCode } from '#domain/costs/discount-code.ts'
import { formatCents } from '#domain/money.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { holdChoices } from '../settings/queries.ts'
import { toManaged } from './queries.ts'

interface DiscountContext {
  db: Db
  clock: Clock
  ids: Ids
}

/** @throws ShopError 400 with a sentence about the first field that cannot be used, 409 when there is such a code already */
export async function createCode(
  { db, clock, ids }: DiscountContext,
  admin: Pick<SignedIn, 'id'>,
  sent: unknown,
): Promise<ManagedDiscountCode> {
  const at = clock.now()
  return await db.transaction().execute(async tx => {
    const fields = await readFields(tx, sent)
    const row = await tx
      .insertInto('discount_code')
      .values({ id: ids.uuid(), ...columnsOf(fields), created_at: at, updated_at: at })
      .onConflict(conflict => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw taken(fields.code)
    const after = inWords(fields)
    await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'create', record: 'discount code', recordId: row.id, after },
      { clock, ids },
    )
    return toManaged(row)
  })
}

/**
 * Replaces a discount code. Orders that have it keep what they cost.
 * @param version that the admin loaded
 * @throws ShopError 400 and 409 as `createCode`, 404 for an unknown one, 409 when it has changed since
 */
export async function updateCode(
  { db, clock, ids }: DiscountContext,
  admin: Pick<SignedIn, 'id'>,
  id: string,
  sent: unknown,
  version: number,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const fields = await readFields(tx, sent)
    const earlier = await lockCode(tx, id)
    if (version !== earlier.version)
      throw conflict('Somebody has changed this code since you opened it. Cancel, and open it again.')
    const [before, after] = [inWords(toManaged(earlier)), inWords(fields)]
    const changed = Object.keys(after).filter(name => after[name] !== before[name])
    if (changed.length === 0) return
    const other = await tx
      .selectFrom('discount_code')
      .select('id')
      .where('code', '=', fields.code)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (other) throw taken(fields.code)
    await tx
      .updateTable('discount_code')
      .set({ ...columnsOf(fields), version: version + 1, updated_at: clock.now() })
      .where('id', '=', id)
      .execute()
    const only = (words: Fields) => Object.fromEntries(changed.map(name => [name, words[name] ?? null]))
    await recordAuditEntry(
      tx,
      {
        ...{ actor: admin.id, action: 'update', record: 'discount code', recordId: id },
        before: only(before),
        after: only(after),
      },
      { clock, ids },
    )
  })
}

const taken = (code: string) => conflict(`There is a code ${code} already.`)

/** The category of the code stays until the transaction ends. */
async function readFields(tx: Tx, sent: unknown): Promise<DiscountCodeFields> {
  const read = readDiscountCode(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  const { category } = read.fields
  if (category !== null) {
    const { categories } = await holdChoices(tx)
    if (!categories.some(({ address }) => address === category))
      throw badRequest('This category is not there any more.')
  }
  return read.fields
}

async function lockCode(tx: Tx, id: string) {
  const asked = tx.selectFrom('discount_code').selectAll()
  const code = validate(id) ? await asked.where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!code) throw notFound('Discount code')
  return code
}

const columnsOf = (fields: DiscountCodeFields) => ({
  code: fields.code,
  kind: fields.kind,
  value: fields.value,
  category: fields.category,
  min_cents: fields.minCents,
  starts_at: toDate(fields.startsAt),
  ends_at: toDate(fields.endsAt),
  max_uses: fields.maxUses,
  is_once: fields.isOnce,
  is_active: fields.isActive,
})

const toDate = (text: string | null) => (text === null ? null : new Date(text))

const inWords = (fields: DiscountCodeFields): Fields => ({
  code: fields.code,
  discount: { percent: `${fields.value / 100} %`, fixed: formatCents(fields.value), delivery: 'free delivery' }[
    fields.kind
  ],
  category: fields.category,
  goodsFrom: formatCents(fields.minCents),
  startsAt: fields.startsAt,
  endsAt: fields.endsAt,
  orders: fields.maxUses,
  oncePerCustomer: fields.isOnce,
  isActive: fields.isActive,
})
