import { type RawBuilder, sql } from 'kysely'
import { createOrder, createProduct, createReview } from '../../../tests/support/builders.ts'
import type { Db } from '../db/connection.ts'
import { hashToken, newToken } from '../http/sessions.ts'
import { queueOrderRefunded, queueOrderShipped, queuePartRefunded, queuePasswordReset } from '../mail/queue.ts'
import { addOrderKey } from '../orders/key-queries.ts'
import type { openAccounts } from '../users/users.fixture.ts'
import { receiveWithdrawal } from '../withdrawals/receive-withdrawal.ts'

type Shop = Awaited<ReturnType<typeof openAccounts>>

let people = 0

/** Returns the personal data of a user; each text occurs nowhere else. */
export const personalDataOf = (n: number) => ({
  username: `Wilhelmina-${n}`,
  email: `Wilhelmina.${n}@Letters.test`,
  bio: `Collects spoons ${n}.`,
  profession: `Spoonkeeper ${n}`,
  profile_image: `https://pictures.test/wilhelmina-${n}.webp`,
  contact: `parcels-${n}@elsewhere.test`,
  street: `${n} Nightingale Lane`,
  phone: `+44 20 7946 9${n}`,
})

/** Creates a user of whom the shop has all possible data: signed in, with orders, reviews, e-mails and a past as an admin. */
export async function createKnownPerson(shop: Shop) {
  const { db, clock, signedIn } = shop
  const ids = shop.shop.ids
  const { contact, street, phone, ...fields } = personalDataOf(++people)
  const ada = await signedIn(fields)
  const { id: user_id, email } = ada.user
  const size = `ring-of-${people}-spoons`
  await db
    .updateTable('user')
    .set({ sizes: [size] })
    .where('id', '=', user_id)
    .execute()
  const dress = await createProduct(db)
  const at = clock.now()
  const bought = { user_id, email, contact_email: contact, created_at: at, updated_at: at }
  const completed = await createOrder(db, [dress, dress], { ...bought, status: 'completed' })
  const refunded = await createOrder(db, [dress], { ...bought, payment_state: 'refunded' })
  const expired = await createOrder(db, [dress], { ...bought, payment_state: 'expired' })
  const deleted = await createOrder(db, [dress], { ...bought, deleted_at: at })
  const place = { name: fields.username, line1: street, phone, city: 'Norwich', country: 'GB' }
  const rest = { line2: null, state: null, postal_code: null }
  for (const { id: order_id } of [completed, refunded, deleted]) {
    await db
      .insertInto('address')
      .values({ order_id, ...place, ...rest })
      .execute()
    await db
      .insertInto('mail')
      .values({ id: ids.uuid(), kind: 'order-confirmation', address: null, order_id, created_at: at, next_try_at: at })
      .execute()
  }
  await db.insertInto('wishlist_item').values({ user_id, product_id: dress.id, added_at: at }).execute()
  await queuePasswordReset(db, email.toUpperCase(), { clock, ids })
  await addOrderKey(db, completed.id, at)
  const text = `${fields.username} asked for red paper.`
  await db
    .insertInto('order_note')
    .values({ id: ids.uuid(), order_id: completed.id, text, author: user_id, at })
    .execute()
  const refundId = ids.uuid()
  await db
    .insertInto('refund')
    .values({
      ...{ id: refundId, order_id: completed.id, cents: 100, state: 'done', provider_id: null, reason: null },
      ...{ is_rest: false, note: `${fields.username} had to wait.`, actor: 'provider', actor_id: null },
      ...{ at, updated_at: at, check_at: at },
    })
    .execute()
  await db.transaction().execute(tx => queuePartRefunded(tx, refundId, { clock, ids }))
  const stated = {
    name: fields.username,
    contract: `#${completed.number}`,
    email: contact,
    pieces: `${street}: the hat`,
  }
  await receiveWithdrawal({ db, clock, ids }, ids.uuid(), stated)
  const snapshot = JSON.stringify({ buyer: { lines: [fields.username, street], email: contact } })
  await db
    .insertInto('invoice')
    .values({
      ...{ id: ids.uuid(), order_id: completed.id, refund_id: null, kind: 'invoice', year: 2026, number: people },
      ...{ issued_at: at, amount_cents: completed.amount_cents, tax_cents: 0, snapshot },
    })
    .execute()
  const link = { token_hash: hashToken(newToken()), user_id, expires_at: new Date(+at + 60_000) }
  await db.insertInto('email_verification').values(link).execute()
  const answer = `Dear ${fields.username}, thank you.`
  const fit = { fit: -1, height_cm: 172, usual_size: 'alpha-M' }
  const answered = { answer, answered_at: at }
  const review = await createReview(db, { user_id, product_id: dress.id, comment: 'Falls well.', ...fit, ...answered })

  const others = await createOrder(db, [dress])
  const note = { order_id: others.id, kind: 'status', value: 'shipped', at } as const
  await db
    .insertInto('order_event')
    .values([
      { ...note, actor: email },
      { ...note, actor: 'webhook' },
    ])
    .execute()
  await db
    .insertInto('refund')
    .values({
      ...{ id: ids.uuid(), order_id: others.id, cents: 100, state: 'done', provider_id: null, reason: null },
      ...{ actor: email, actor_id: user_id, at, updated_at: at, check_at: at },
    })
    .execute()
  const auditEntry = { at, before: null, after: null }
  const aboutThem = { actor: user_id, record: 'user', record_id: user_id, ...auditEntry } as const
  await db
    .insertInto('audit')
    .values([
      { ...auditEntry, id: ids.uuid(), actor: user_id, action: 'change status', record: 'order', record_id: others.id },
      { ...aboutThem, id: ids.uuid(), action: 'change role', before: '{"role":"admin"}', after: '{"role":"user"}' },
      {
        ...aboutThem,
        id: ids.uuid(),
        action: 'delete',
        before: JSON.stringify({ email, role: 'user' }),
        undone_at: at,
      },
      { ...aboutThem, id: ids.uuid(), action: 'undo' },
      {
        ...auditEntry,
        ...{ id: ids.uuid(), actor: null, action: 'answer', record: 'review', record_id: review.id },
        before: JSON.stringify({ answer: null, answeredAt: null }),
        after: JSON.stringify({ answer, answeredAt: at }),
      },
    ])
    .execute()
  const facts = JSON.stringify({ rules: [{ breaks: [{ sentence: `The user ${email} is there.` }] }] })
  await db.insertInto('chore').values({ id: ids.uuid(), kind: 'check', started_at: at, facts }).execute()
  await db.insertInto('second_factor').values({ user_id, secret: 'ABC', confirmed_at: null, created_at: at }).execute()
  return {
    ...ada,
    dress,
    review,
    orders: { completed, refunded, expired, deleted },
    secrets: [
      fields.username,
      email,
      fields.bio,
      fields.profession,
      fields.profile_image,
      contact,
      street,
      phone,
      size,
    ],
    othersOrder: others,
  }
}

/** Queues the other e-mails that a buyer and a former admin may have. */
export async function queueOtherEmails({ orders, user }: Awaited<ReturnType<typeof createKnownPerson>>, shop: Shop) {
  const { db, clock } = shop
  await db.transaction().execute(async tx => {
    await queueOrderShipped(tx, orders.completed.id, { clock, ids: shop.shop.ids })
    await queueOrderRefunded(tx, orders.refunded.id, { clock, ids: shop.shop.ids })
  })
  const news = JSON.stringify({ orders: [orders.completed.id], more: 0, messages: 0 })
  const row = { kind: 'house-news', address: user.email, news, created_at: clock.now(), next_try_at: null } as const
  await db
    .insertInto('mail')
    .values({ ...row, id: shop.shop.ids.uuid(), order_id: null, due_at: clock.now() })
    .execute()
}

/** Returns every table that contains one of these texts, in any case, with the number of such rows. */
export async function tablesContaining(db: Db, texts: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = current_schema() and relkind = 'r'`.execute(db)
  const found: Record<string, number> = {}
  const pattern = texts.map(text => text.toLowerCase())
  for (const { name } of rows) {
    const count: RawBuilder<{ n: number }> = sql`
      select count(*) as n from ${sql.table(name)} as each
      where exists (select from unnest(${pattern}::text[]) word where position(word in lower(to_jsonb(each)::text)) > 0)`
    const n = (await count.execute(db)).rows[0]?.n ?? 0
    if (n > 0) found[name] = n
  }
  return found
}

/** Creates `n` paid orders of a user, of one product each, a millisecond apart. */
export async function createManyOrders(db: Db, userId: string, productId: string, n: number): Promise<void> {
  await sql`
    with made as (
      insert into "order" (id, order_id, user_id, payment_state, status, amount_cents, created_at, updated_at, check_at)
      select gen_random_uuid(), gen_random_uuid()::text, ${userId}, 'paid', 'completed', 100, at, at, at
      from generate_series(0, ${n}::int - 1) n, lateral (select to_timestamp(n / 1000.0) as at) each
      returning id
    )
    insert into order_line (order_id, position, product_id, name, unit_cents, quantity)
    select id, 0, ${productId}, 'Silk dress', 100, 1 from made`.execute(db)
}

/** Creates `n` reviews by a user, each of another product. */
export async function createManyReviews(db: Db, userId: string, n: number, comment = 'Lovely.'): Promise<void> {
  const batch = 200 // a statement may take five seconds
  for (let made = 0; made < n; made += batch)
    await sql`
      with made as (
        insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
        select gen_random_uuid(), 'Gown', 'dress', 'black', 'Long.', 100, now(), now()
        from generate_series(1, ${Math.min(batch, n - made)}::int)
        returning id
      )
      insert into review (id, user_id, product_id, rating, comment, created_at)
      select gen_random_uuid(), ${userId}, id, 5, ${comment}, now() from made`.execute(db)
}
