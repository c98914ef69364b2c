import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { costColumns, toOrderCosts } from '#domain/costs/order-costs.ts'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { hashToken, newToken } from '../http/sessions.ts'
import { hasInvoice } from '../invoices/queries.ts'
import { orderAddress } from '../orders/address-queries.ts'
import { addOrderKey } from '../orders/key-queries.ts'
import { isOpenDispute } from '../payments/disputes/queries.ts'
import { refundedPieces } from '../payments/refund-queries.ts'
import { findSentParcel, shipments } from '../shipments/queries.ts'
import { exactEmailFirst, hasEmail } from '../users/email-queries.ts'
import { addInvitationLink } from '../users/invitations/queries.ts'
import { findAdmin, writeAdminDigest } from './admin-digest.ts'
import { writeAlertConfirmation, writeBackInStock } from './alert-emails.ts'
import { writeArchiveFailing } from './archive-failing.ts'
import { readBranding } from './branding.ts'
import type { MailContext, QueuedEmail, WriteContext, WrittenEmail } from './context.ts'
import { writeLowStock } from './low-stock.ts'
import { addressChanged, orderCancelled } from './order-changes.ts'
import { parcelBlocks, parcelSent } from './parcel-emails.ts'
import { findPartRefund, partRefunded } from './part-refunded.ts'
import { writeContent } from './render.ts'
import { type ReturnEmailKind, writeReturnEmail } from './return-emails.ts'
import {
  disputeOpened,
  emailVerification,
  invitationEmail,
  messageAnswer,
  orderConfirmation,
  orderRefunded,
  orderShipped,
  orderUrl,
  passwordReset,
} from './templates.ts'
import type { Email } from './transports/mailer.ts'
import { writeWithdrawalNotice, writeWithdrawalReceived } from './withdrawal-emails.ts'

const resetLivesForMs = 60 * 60_000
const verificationLivesForMs = 3 * 24 * 60 * 60_000

type Write = (context: WriteContext, mail: QueuedEmail) => Promise<WrittenEmail | undefined>

const writers: Record<QueuedEmail['kind'], Write> = {
  'order-confirmation': writeConfirmation,
  'order-shipped': writeShipped,
  'order-refunded': writeRefunded,
  'password-reset': writeReset,
  'house-news': writeAdminDigest,
  'dispute-opened': writeDispute,
  'verify-email': writeVerification,
  'low-stock': writeLowStock,
  'archive-failing': writeArchiveFailing,
  'alert-confirmation': writeAlertConfirmation,
  'back-in-stock': writeBackInStock,
  invitation: writeInvitation,
  'message-answer': writeAnswer,
  'part-refunded': writePartRefunded,
  'return-asked': writeReturn('return-asked'),
  'return-arrived': writeReturn('return-arrived'),
  'return-settled': writeReturn('return-settled'),
  'return-refused': writeReturn('return-refused'),
  'return-cancelled': writeReturn('return-cancelled'),
  'swap-ended': writeReturn('swap-ended'),
  'withdrawal-received': writeWithdrawalReceived,
  'withdrawal-notice': writeWithdrawalNotice,
  'parcel-sent': writeParcelSent,
  'address-changed': writeAddressChanged,
  'order-cancelled': writeCancelled,
}

/** The kinds of e-mail that this release can write. */
export const writableKinds = Object.keys(writers)

/** Writes the e-mail of a row of `mail` from the current data; undefined when it has no recipient, or no reason, any more. */
export async function writeEmail(context: MailContext, mail: QueuedEmail): Promise<Email | undefined> {
  const branding = await readBranding(context.db)
  const written = await writers[mail.kind]({ ...context, branding }, mail)
  if (!written) return undefined
  const { subject, link, blocks, ...rest } = written
  return { ...rest, ...writeContent({ subject, link, blocks }, branding) }
}

async function writeConfirmation(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const order = await findOrderOf(context.db, id)
  const to = order && buyerOf(order)
  if (!to) return undefined
  const bought = { ...order, costs: toOrderCosts(order) }
  return { id, to, ...orderConfirmation(bought, await placeFor(order, context)) }
}

async function writeShipped(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const order = await findOrderOf(context.db, id)
  const to = order && isShipped(order) && buyerOf(order)
  if (!to) return undefined
  const lines = order.lines.filter(({ sent }) => sent > 0).map(line => ({ ...line, quantity: line.sent }))
  const sent = { ...order, lines, costs: toOrderCosts(order) }
  return { id, to, ...orderShipped(sent, await placeFor(order, context), parcelBlocks(order.shipments)) }
}

/** Not about a parcel that was removed meanwhile. */
async function writeParcelSent(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const parcel = await findSentParcel(context.db, id)
  const to = parcel && buyerOf(parcel)
  return to ? { id, to, ...parcelSent(parcel, await placeFor(parcel, context)) } : undefined
}

/** Not about an order that was sent or deleted meanwhile. */
async function writeAddressChanged(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const order = await findOrderOf(context.db, id)
  const isOpen = order && order.deleted_at === null && (order.status === 'pending' || order.status === 'processing')
  const to = isOpen && buyerOf(order)
  if (!to || !order.address) return undefined
  const { address } = order
  return { id, to, ...addressChanged({ ...order, address }, await placeFor(order, context)) }
}

async function writeCancelled(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const order = await findOrderOf(context.db, id)
  const to = order?.cancelled_at && buyerOf(order)
  return to ? { id, to, ...orderCancelled(order, await placeFor(order, context)) } : undefined
}

const isShipped = ({ status, payment_state, deleted_at }: OrderOf) =>
  (status === 'shipped' || status === 'completed') && payment_state === 'paid' && deleted_at === null

/** Also writes about an order that was deleted meanwhile: the money is returned all the same. */
async function writeRefunded(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const order = await findOrderOf(context.db, id)
  const to = order?.payment_state === 'refunded' && buyerOf(order)
  if (!to) return undefined
  const amountCents = order.wasInReview ? undefined : order.amountCents
  return { id, to, ...orderRefunded({ ...order, amountCents }, await placeFor(order, context)) }
}

/** Not about a refund that has failed meanwhile. */
async function writePartRefunded(context: WriteContext, { id }: QueuedEmail): Promise<WrittenEmail | undefined> {
  const refund = await findPartRefund(context.db, id)
  const to = refund && buyerOf(refund)
  return to ? { id, to, ...partRefunded(refund, await placeFor(refund, context)) } : undefined
}

/** The page of the returns opens with the key of the order. */
function writeReturn(kind: ReturnEmailKind): Write {
  return (context, mail) =>
    writeReturnEmail(context, { ...mail, kind }, async order => {
      const { key, origin } = await placeFor(order, context)
      return `${orderUrl(order.orderId, origin)}/return#${key}`
    })
}

/** Every e-mail has a key of its own. */
const placeFor = async ({ recordId }: { recordId: string }, { db, clock, origin, branding }: WriteContext) => ({
  origin,
  sentences: branding.sentences,
  shop: branding.shop,
  key: await addOrderKey(db, recordId, clock.now()),
})

type OrderOf = Pick<Selectable<Tables['order']>, 'status' | 'payment_state' | 'deleted_at' | 'contact_email' | 'email'>

const buyerOf = ({ contact_email, email }: Pick<OrderOf, 'contact_email' | 'email'>) =>
  contact_email ?? email ?? undefined

async function findOrderOf(db: Db, mailId: string) {
  return await db
    .selectFrom('mail')
    .innerJoin('order', 'order.id', 'mail.order_id')
    .select(['order.id as recordId', 'order.order_id as orderId', 'number', 'amount_cents as amountCents'])
    .select(costColumns)
    .select(hasInvoice)
    .select(['contact_email', 'email'])
    .select(['status', 'payment_state', 'deleted_at', 'cancelled_at'])
    .select([orderAddress, shipments])
    .select(({ selectFrom, exists }) => [
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['name', 'quantity', 'unit_cents as unitCents', 'image_id as imageId', 'size', 'color'])
          .select(sql<number>`quantity - greatest(owed, ${refundedPieces})`.as('sent'))
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
      exists(
        selectFrom('order_event')
          .select('order_event.id')
          .whereRef('order_event.order_id', '=', 'order.id')
          .where('kind', '=', 'payment')
          .where('value', '=', 'review'),
      ).as('wasInReview'),
    ])
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
}

/** Writes to an admin, as long as the dispute is open. */
async function writeDispute(
  { db, origin }: WriteContext,
  { id, address }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const to = await findAdmin(db, address ?? '')
  const dispute = await db
    .selectFrom('mail')
    .innerJoin('dispute', 'dispute.id', 'mail.dispute_id')
    .innerJoin('order', 'order.id', 'dispute.order_id')
    .select(['order.order_id as orderId', 'order.number', 'dispute.cents', 'dispute.reason', 'dispute.due_by as dueBy'])
    .where('mail.id', '=', id)
    .where(isOpenDispute)
    .executeTakeFirst()
  return to && dispute ? { id, to, ...disputeOpened(dispute, origin) } : undefined
}

/**
 * Every e-mail carries its own token, of which only the hash is stored. After an hour the customer has asked again or given up: a
 * working link would be a risk and no help.
 */
async function writeReset(
  { db, clock, origin, branding }: WriteContext,
  { id, address, created_at }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  if (+clock.now() - +created_at >= resetLivesForMs) return undefined
  const user = await findUserAt(db, address ?? '')
  if (!user) return undefined
  const token = await addLink(db, 'password_reset', user.id, clock.now(), resetLivesForMs)
  return { id, to: user.email, ...passwordReset(token, origin, branding) }
}

/** The link of an e-mail that waited long for a mail server works for as long as any other. */
async function writeVerification(
  { db, clock, origin, branding }: WriteContext,
  { id, address }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const user = await findUserAt(db, address ?? '')
  if (!user) return undefined
  const token = await addLink(db, 'email_verification', user.id, clock.now(), verificationLivesForMs)
  return { id, to: user.email, ...emailVerification(token, origin, branding) }
}

async function writeInvitation(
  { db, clock, origin, branding }: WriteContext,
  { id, invitation_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const invitation = invitation_id ? await addInvitationLink(db, invitation_id, clock.now()) : undefined
  return invitation && { id, to: invitation.email, ...invitationEmail(invitation, origin, branding) }
}

/** An answer to the shop's e-mail goes to the address at which people write to it. */
async function writeAnswer(
  { db, origin, branding }: WriteContext,
  { id, answer_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const answer = await db
    .selectFrom('message_answer')
    .innerJoin('contact_message', 'contact_message.id', 'message_id')
    .select(['text', 'email', 'subject', 'message'])
    .where('message_answer.id', '=', answer_id)
    .executeTakeFirst()
  return answer && { id, to: answer.email, replyTo: branding.contactEmail, ...messageAnswer(answer, origin) }
}

async function findUserAt(db: Db, address: string) {
  return await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where(hasEmail(address))
    .orderBy(exactEmailFirst(address), 'desc')
    .limit(1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Creates the token of a link, and deletes expired ones. */
async function addLink(
  db: Db,
  table: 'password_reset' | 'email_verification',
  userId: string,
  now: Date,
  livesForMs: number,
): Promise<string> {
  const token = newToken()
  await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  await db
    .insertInto(table)
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: new Date(+now + livesForMs) })
    .execute()
  return token
}
