import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { formatCents } from '#domain/money.ts'
import type { Db } from '../db/connection.ts'
import { hasInvoice } from '../invoices/queries.ts'
import type { Block, EmailDraft } from './render.ts'
import { type BoughtOrder, goodsOf, invoiceNote, openUrl, orderUrl, type Place, paragraph } from './templates.ts'

/** Loads the refund of a queued e-mail, if it is done, with its order; undefined when it is not. */
export async function findPartRefund(db: Db, mailId: string) {
  return await db
    .selectFrom('mail')
    .innerJoin('refund', 'refund.id', 'mail.refund_id')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select(['order.id as recordId', 'order.order_id as orderId', 'number', 'contact_email', 'email'])
    .select(['amount_cents as amountCents', 'refunded_cents as refundedCents', 'delivery_cents as deliveryCents'])
    .select(hasInvoice)
    .select(['payment_state as paymentState', 'refund.cents', 'refund.lines as parts', 'refund.delivery'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['position', 'name', 'quantity', 'unit_cents as unitCents', 'image_id as imageId', 'size', 'color'])
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('mail.id', '=', mailId)
    .where('refund.state', '=', 'done')
    .executeTakeFirst()
}

type PartRefund = NonNullable<Awaited<ReturnType<typeof findPartRefund>>>

/** Builds the e-mail to the buyer about a refund of a part of an order: what came back, and what remains. */
export function partRefunded(refund: PartRefund, place: Place): EmailDraft {
  const { orderId, number, cents, paymentState } = refund
  const sum = formatCents(cents)
  const isAll = paymentState === 'refunded'
  return {
    subject: `Refunded: ${sum} of your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: isAll ? 'The rest of your order was refunded.' : 'A part of your order was refunded.' },
      { kind: 'paragraph', text: `${sum} goes back to you, the way you paid.` },
      ...goodsBlock(refund, place.origin),
      { kind: 'paragraph', text: remains(refund) },
      ...paragraph(place.sentences.refunded),
      ...invoiceNote('credit note', refund),
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

/** The chosen parts with their sums; nothing for an amount alone. */
function goodsBlock({ parts, lines, delivery, deliveryCents, cents }: PartRefund, origin: string): Block[] {
  if (parts.length === 0 && !delivery) return []
  const goods = parts.flatMap(({ position, quantity, cents: each }) => {
    const line = lines.find(known => known.position === position) as BoughtOrder['lines'][number] | undefined
    const [good] = line ? goodsOf([{ ...line, quantity }], origin, { withSums: false }) : []
    return good ? [{ ...good, sum: formatCents(each) }] : []
  })
  const further = cents - parts.reduce((sum, part) => sum + part.cents, 0) - (delivery ? deliveryCents : 0)
  const sums: [string, string][] = [
    ...(delivery ? [['Delivery', formatCents(deliveryCents)] as [string, string]] : []),
    ...(further > 0 ? [['Further amount', formatCents(further)] as [string, string]] : []),
    ['Refunded', formatCents(cents)],
  ]
  return [{ kind: 'goods', goods, sums }]
}

function remains({ paymentState, amountCents, refundedCents }: PartRefund): string {
  if (paymentState === 'refunded') return 'With that, all that you paid for this order has gone back.'
  const [paid, back, left] = [amountCents, refundedCents, amountCents - refundedCents].map(formatCents)
  return `Of the ${paid} of this order ${back} has gone back in all; ${left} remains paid.`
}
