import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/connection.ts'
import { orderAddress } from '../db/order-address.ts'
import { hashToken, newToken } from '../http/sessions.ts'
import type { Letter } from '../providers/mail/mailer.ts'
import { orderConfirmation, passwordReset } from './letters.ts'
import type { PostOffice, Waiting } from './post-office.ts'

const resetLivesForMs = 60 * 60_000

/** The letter that a row of `mail` stands for, as things are now; undefined when there is nobody to write to. */
export async function writeLetter(office: PostOffice, mail: Waiting): Promise<Letter | undefined> {
  const { id, kind, address } = mail
  if (kind === 'order-confirmation') return await confirmationOf(office, id)
  return await resetFor(office, id, address ?? '')
}

async function confirmationOf({ db, origin }: PostOffice, id: string): Promise<Letter | undefined> {
  const order = await findOrderOf(db, id)
  const to = order?.contact_email ?? order?.email
  return order && to ? { id, to, ...orderConfirmation(order, origin) } : undefined
}

async function findOrderOf(db: Db, mailId: string) {
  return await db
    .selectFrom('mail')
    .innerJoin('order', 'order.id', 'mail.order_id')
    .select(['order.order_id as orderId', 'amount_cents as amountCents', 'contact_email', 'email'])
    .select(orderAddress)
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['name', 'quantity', 'unit_cents as unitCents'])
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
    ])
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
}

/** Every letter carries a token of its own, of which only the hash is kept. */
async function resetFor({ db, clock, origin }: PostOffice, id: string, typed: string): Promise<Letter | undefined> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where(({ eb, fn, val }) => eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [val(typed)])))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const token = newToken()
  const now = clock.now()
  await db.deleteFrom('password_reset').where('expires_at', '<=', now).execute()
  await db
    .insertInto('password_reset')
    .values({ token_hash: hashToken(token), user_id: user.id, expires_at: new Date(+now + resetLivesForMs) })
    .execute()
  return { id, to: user.email, ...passwordReset(token, origin) }
}
