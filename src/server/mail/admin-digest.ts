import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import type { Db } from '../db/connection.ts'
import { escaped } from '../lib/html.ts'
import type { MailContext, Waiting } from './context.ts'
import { linkTo, oneLine, page, signature, type Words } from './templates.ts'
import type { Email } from './transports/mailer.ts'

/** Of what was bought in one order. */
const maxNamed = 3

interface ToldOrder {
  orderId: string
  amountCents: number
  goods: { name: string; quantity: number }[]
  isInReview: boolean
  /** Why it is in review. */
  reason: string | null
}

interface Told {
  orders: ToldOrder[]
  /** How many orders are not among them. */
  more: number
  messages: number
}

/** The e-mail to an admin of what has come; undefined when they are none any more, or nothing of it is left. */
export async function newsFor({ db, origin }: MailContext, mail: Waiting): Promise<Email | undefined> {
  const { id, address, news } = mail
  const to = news && (await findAdmin(db, address ?? ''))
  if (!to) return undefined
  const orders = await findOrders(db, news.orders)
  const isEmpty = orders.length + news.more + news.messages === 0
  return isEmpty ? undefined : { id, to, ...adminDigest({ ...news, orders }, origin) }
}

/** The address of an admin, as it is written; undefined when there is none with this one any more. */
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

async function findOrders(db: Db, ids: string[]): Promise<ToldOrder[]> {
  const { rows } = await sql<ToldOrder>`
    select order_id as "orderId", amount_cents as "amountCents", payment_state = 'review' as "isInReview",
      review_reason as reason, (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position), '[]')
        from order_line where order_id = "order".id
      ) as goods
    from "order"
    where id = any(${ids}::uuid[]) and payment_state in ('paid', 'review') and deleted_at is null
    order by array_position(${ids}::uuid[], id)`.execute(db)
  return rows
}

/** What an admin reads. It repeats nothing that strangers wrote. */
export function adminDigest({ orders, more, messages }: Told, origin: string): Words {
  const toOrders = `${origin}/dashboard/manage-orders`
  const toMessages = `${origin}/dashboard/messages`
  const total = orders.length + more
  const inReview = orders.filter(order => order.isInReview)
  const parts = [
    { title: 'In review, to be looked at before anything is sent:', orders: inReview },
    { title: 'Paid:', orders: orders.filter(order => !order.isInReview) },
  ].filter(part => part.orders.length > 0)
  const others = more > 0 ? [`and ${counted(more, 'more order')}`] : []
  const written = `${counted(messages, 'message')} from visitors`
  return {
    subject: [
      ...(total > 0 ? [counted(total, 'new order')] : []),
      ...(inReview.length > 0 ? [`${inReview.length} to look at`] : []),
      ...(messages > 0 ? [counted(messages, 'new message')] : []),
    ].join(', '),
    link: total > 0 ? toOrders : toMessages,
    text: [
      ...parts.map(part => [part.title, ...part.orders.map(textOf)].join('\n')),
      ...others,
      ...(total > 0 ? [`Manage Orders: ${toOrders}`] : []),
      ...(messages > 0 ? [`${written}: ${toMessages}`] : []),
      signature,
    ].join('\n\n'),
    html: page(
      [
        ...parts.flatMap(part => [`<p>${part.title}</p>`, ...part.orders.map(order => htmlOf(order, origin))]),
        ...others.map(text => `<p>${text}</p>`),
        ...(total > 0 ? [`<p><a href="${escaped(toOrders)}">Manage Orders</a></p>`] : []),
        ...(messages > 0 ? [`<p><a href="${escaped(toMessages)}">${written}</a></p>`] : []),
      ].join('\n'),
    ),
  }
}

function saleOf({ amountCents, goods }: ToldOrder): string {
  const named = goods.slice(0, maxNamed).map(({ name, quantity }) => `${quantity} × ${oneLine(name)}`)
  const others = goods.slice(maxNamed).reduce((sum, { quantity }) => sum + quantity, 0)
  return `${formatCents(amountCents)} for ${named.join(', ')}${others > 0 ? ` and ${counted(others, 'more piece')}` : ''}`
}

const textOf = (order: ToldOrder) =>
  `${saleOf(order)}: order ${order.orderId}${order.reason ? `. ${oneLine(order.reason)}` : ''}`

const htmlOf = (order: ToldOrder, origin: string) => `<p>${escaped(saleOf(order))}<br>
<a href="${escaped(linkTo(order.orderId, origin))}">${escaped(order.orderId)}</a>${order.reason ? `<br>${escaped(oneLine(order.reason))}` : ''}</p>`

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
