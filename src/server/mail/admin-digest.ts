import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import type { Db } from '../db/connection.ts'
import type { MailContext, QueuedEmail, WrittenEmail } from './context.ts'
import { type Block, type EmailDraft, oneLine } from './render.ts'
import { orderUrl } from './templates.ts'

/** How many products of one order the e-mail names. */
const maxProductsNamed = 3

interface DigestOrder {
  orderId: string
  number: number
  amountCents: number
  goods: { name: string; quantity: number }[]
  isInReview: boolean
  /** Why the order is in review. */
  reason: string | null
}

interface Digest {
  orders: DigestOrder[]
  /** How many further orders there are, which the e-mail only counts. */
  more: number
  messages: number
  returns?: number
  withdrawals?: number
}

/** Writes the digest for an admin; undefined when the recipient is no longer an admin, or nothing is left to report. */
export async function writeAdminDigest(
  { db, origin }: MailContext,
  mail: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const { id, address, news } = mail
  const to = news && (await findAdmin(db, address ?? ''))
  if (!to) return undefined
  const orders = await findOrders(db, news.orders)
  const { more, messages, returns = 0, withdrawals = 0 } = news
  const isEmpty = orders.length + more + messages + returns + withdrawals === 0
  return isEmpty ? undefined : { id, to, ...adminDigest({ ...news, orders }, origin) }
}

/** Returns an admin's address as the account spells it; undefined when no admin has this address any more. */
export async function findAdmin(db: Db, address: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('user')
    .select('email')
    .where(sql`lower(email)`, '=', sql`lower(${address})`)
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return admin?.email
}

async function findOrders(db: Db, ids: string[]): Promise<DigestOrder[]> {
  const { rows } = await sql<DigestOrder>`
    select order_id as "orderId", number, amount_cents as "amountCents", payment_state = 'review' as "isInReview",
      review_reason as reason, (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position), '[]')
        from order_line where order_id = "order".id
      ) as goods
    from "order"
    where id = any(${ids}::uuid[]) and payment_state in ('paid', 'review') and deleted_at is null
    order by array_position(${ids}::uuid[], id)`.execute(db)
  return rows
}

/** Builds the digest for an admin. It repeats nothing that visitors wrote. */
export function adminDigest(
  { orders, more, messages, returns = 0, withdrawals = 0 }: Digest,
  origin: string,
): EmailDraft {
  const toOrders = `${origin}/dashboard/manage-orders`
  const toMessages = `${origin}/dashboard/messages`
  const toReturns = `${origin}/dashboard/returns`
  const total = orders.length + more
  const inReview = orders.filter(order => order.isInReview)
  const parts = [
    { title: 'In review, to be looked at before anything is sent:', orders: inReview },
    { title: 'Paid:', orders: orders.filter(order => !order.isInReview) },
  ].filter(part => part.orders.length > 0)
  const messageCount = `${counted(messages, 'message')} from visitors`
  return {
    subject: [
      ...(total > 0 ? [counted(total, 'new order')] : []),
      ...(inReview.length > 0 ? [`${inReview.length} to look at`] : []),
      ...(withdrawals > 0 ? [counted(withdrawals, 'new withdrawal')] : []),
      ...(returns > 0 ? [counted(returns, 'new return')] : []),
      ...(messages > 0 ? [counted(messages, 'new message')] : []),
    ].join(', '),
    link: total > 0 ? toOrders : withdrawals + returns > 0 ? toReturns : toMessages,
    blocks: [
      ...parts.flatMap((part): Block[] => [
        { kind: 'title', text: part.title },
        ...part.orders.map((order): Block => itemOf(order, origin)),
      ]),
      ...(more > 0 ? [{ kind: 'paragraph', text: `and ${counted(more, 'more order')}` } as const] : []),
      ...(total > 0 ? [{ kind: 'button', label: 'Manage Orders', url: toOrders } as const] : []),
      ...(withdrawals > 0
        ? [
            {
              kind: 'paragraph',
              text: `${counted(withdrawals, 'withdrawal')}: the money has to go back within 14 days.`,
            } as const,
          ]
        : []),
      ...(withdrawals + returns > 0 ? [{ kind: 'button', label: 'Returns', url: toReturns } as const] : []),
      ...(messages > 0 ? [{ kind: 'button', label: messageCount, url: toMessages } as const] : []),
    ],
  }
}

function summaryOf({ amountCents, goods }: DigestOrder): string {
  const named = goods.slice(0, maxProductsNamed).map(({ name, quantity }) => `${quantity} × ${oneLine(name)}`)
  const others = goods.slice(maxProductsNamed).reduce((sum, { quantity }) => sum + quantity, 0)
  return `${formatCents(amountCents)} for ${named.join(', ')}${others > 0 ? ` and ${counted(others, 'more piece')}` : ''}`
}

const itemOf = (order: DigestOrder, origin: string): Block => ({
  kind: 'item',
  text: summaryOf(order),
  label: `order #${order.number}`,
  url: orderUrl(order.orderId, origin),
  more: order.reason ?? undefined,
})

/** "1 order", "3 orders" */
export const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
