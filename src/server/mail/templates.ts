import { costRows, type OrderCosts } from '#domain/costs/order-costs.ts'
import { formatCents, toDollars } from '#domain/money.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import { pickupSentence } from '#domain/orders/headline.ts'
import type { Address } from '#domain/orders/order.ts'
import { nameWithVariation } from '#domain/products/size.ts'
import { type InvitedRole, invitationDays } from '#domain/users/invitation.ts'
import type { EmailBranding } from './branding.ts'
import { type Block, type EmailDraft, type Good, oneLine } from './render.ts'

export interface BoughtOrder {
  orderId: string
  number: number
  amountCents: number
  costs: OrderCosts
  lines: {
    name: string
    quantity: number
    unitCents: number
    imageId: string | null
    /** The code of the size. */
    size: string | null
    color: string | null
  }[]
  address: Address | null
  /** It has an invoice, or gets one in a moment. */
  hasInvoice: boolean
}

/** Where the invoice and credit notes of an order are: one click from its page. */
export const invoiceNote = (
  what: 'invoice' | 'credit note',
  { hasInvoice }: Pick<BoughtOrder, 'hasInvoice'>,
): Block[] =>
  hasInvoice ? [{ kind: 'paragraph', text: `The ${what} is on the page of your order, to print or as a PDF.` }] : []

/** The public origin of the shop, and the key that opens the order without an account. */
export interface Place {
  origin: string
  key: string
  sentences: EmailBranding['sentences']
  /** The name and the address of the shop. */
  shop: string[]
}

/** The address of an order's page. */
export const orderUrl = (orderId: string, origin: string) => `${origin}/orders/${orderId}`

/** Where the buyer of an order withdraws from the contract: 2011/83/EU, article 11a. */
const withdrawLink = (number: number, origin: string): Block => ({
  kind: 'link',
  label: 'Withdraw from contract here',
  url: `${origin}/withdraw?order=${number}`,
})

/** A sentence of the owner's, unless it is empty. */
export const paragraph = (text: string): Block[] => (text ? [{ kind: 'paragraph', text }] : [])

/** The address with the key behind the `#`, which browsers send to no server. */
export const openUrl = (orderId: string, { origin, key }: Pick<Place, 'origin' | 'key'>) =>
  `${orderUrl(orderId, origin)}#${key}`

export const goodsOf = (lines: BoughtOrder['lines'], origin: string, { withSums }: { withSums: boolean }): Good[] =>
  lines.map(({ name, quantity, unitCents, imageId, size, color }) => ({
    name: nameWithVariation({ name, color, size }),
    quantity,
    image: imageId ? `${origin}/images/${imageId}/320.webp` : undefined,
    ...(withSums && { sum: formatCents(quantity * unitCents) }),
  }))

const deliveryOf = ({ address, costs }: Pick<BoughtOrder, 'address' | 'costs'>, { shop }: Place): Block[] => {
  if (costs.isPickup) return [{ kind: 'lines', title: 'Fetch it at', lines: shop }]
  return address ? [{ kind: 'lines', title: 'It goes to', lines: addressLines(address) }] : []
}

/** Builds the e-mail to the buyer of a paid order. */
export function orderConfirmation(
  { orderId, number, amountCents, costs, lines, address, hasInvoice }: BoughtOrder,
  place: Place,
): EmailDraft {
  return {
    subject: `Your order #${number} is placed and paid`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: `Thank you. Your order #${number} is placed and paid.` },
      ...paragraph(costs.isPickup ? pickupSentence : place.sentences.placed),
      {
        kind: 'goods',
        goods: goodsOf(lines, place.origin, { withSums: true }),
        sums: costRows(costs, toDollars(amountCents)),
      },
      ...deliveryOf({ address, costs }, place),
      ...invoiceNote('invoice', { hasInvoice }),
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      withdrawLink(number, place.origin),
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

/** Builds the e-mail to the buyer of a shipped order, with the blocks about its parcels. */
export function orderShipped(
  { orderId, number, costs, lines, address }: Omit<BoughtOrder, 'amountCents' | 'hasInvoice'>,
  place: Place,
  parcels: Block[],
): EmailDraft {
  return {
    subject: costs.isPickup ? `Ready: your order #${number}` : `Shipped: your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      {
        kind: 'headline',
        text: costs.isPickup ? 'Your order is ready to be fetched.' : 'Your order has been shipped.',
      },
      ...paragraph(costs.isPickup ? '' : place.sentences.shipped),
      ...parcels,
      { kind: 'goods', goods: goodsOf(lines, place.origin, { withSums: false }) },
      ...deliveryOf({ address, costs }, place),
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      withdrawLink(number, place.origin),
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

/**
 * Builds the e-mail to the buyer of a refunded order.
 * @param amountCents undefined where the buyer may not have paid the amount of the order
 */
export function orderRefunded(
  order: Pick<BoughtOrder, 'orderId' | 'number' | 'hasInvoice'> & { amountCents: number | undefined },
  place: Place,
): EmailDraft {
  const { orderId, number, amountCents } = order
  const sum = amountCents === undefined ? 'All that you paid' : formatCents(amountCents)
  return {
    subject: `Refunded: your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: 'This order was refunded.' },
      { kind: 'paragraph', text: `${sum} goes back to you, the way you paid.` },
      ...paragraph(place.sentences.refunded),
      ...invoiceNote('credit note', order),
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

interface OpenedDispute {
  orderId: string
  number: number
  cents: number
  /** The provider's term, such as `product_not_received`. */
  reason: string
  /** The deadline for the shop's response. */
  dueBy: Date | null
}

/** Builds the e-mail to an admin about a payment that the buyer's bank disputes. */
export function disputeOpened({ orderId, number, cents, reason, dueBy }: OpenedDispute, origin: string): EmailDraft {
  const until = dueBy ? `Answer it by ${utcTime.format(dueBy)} UTC` : 'Answer it'
  const link = orderUrl(orderId, origin)
  return {
    subject: dueBy ? `A payment is disputed: answer by ${utcDay.format(dueBy)}` : 'A payment is disputed',
    link,
    blocks: [
      { kind: 'headline', text: `The payment of order #${number} is disputed.` },
      {
        kind: 'paragraph',
        text: `The bank of the buyer disputes a payment of ${formatCents(cents)} (${reason.replaceAll('_', ' ')}) and takes the money back until that is settled.`,
      },
      {
        kind: 'paragraph',
        text: `${until}, in the dashboard of the payment provider: without an answer the money is lost. What you know of the order stands on its page.`,
      },
      { kind: 'button', label: 'See the order', url: link },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const utcTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Builds the e-mail with the link for a new password. It contains nothing that somebody else could have typed. */
export function passwordReset(token: string, origin: string, shop: Pick<EmailBranding, 'name'>): EmailDraft {
  const link = `${origin}/reset-password#${token}`
  return {
    subject: 'Choose a new password',
    link,
    blocks: [
      { kind: 'headline', text: 'Choose a new password' },
      {
        kind: 'paragraph',
        text: `Somebody, probably you, asked for a new password for your account at ${shop.name}.`,
      },
      { kind: 'button', label: 'Choose a new password', url: link },
      { kind: 'note', text: 'The link works once, for one hour. If it was not you, you need not do anything.' },
    ],
  }
}

/** Builds the e-mail with the link that proves an account's e-mail. It contains nothing that somebody else could have typed. */
export function emailVerification(token: string, origin: string, shop: Pick<EmailBranding, 'name'>): EmailDraft {
  const link = `${origin}/verify-email#${token}`
  return {
    subject: 'Confirm your e-mail address',
    link,
    blocks: [
      { kind: 'headline', text: 'Confirm your e-mail address' },
      {
        kind: 'paragraph',
        text: `There is an account with this address at ${shop.name}. Confirm that it is yours: what you ordered as a guest then appears among your orders.`,
      },
      { kind: 'button', label: 'Confirm my e-mail', url: link },
      {
        kind: 'note',
        text: 'The link works once, for three days, while you are logged in to that account. If it is not yours, you need not do anything.',
      },
    ],
  }
}

const workOf: Record<InvitedRole, string> = {
  staff: 'as staff: with its orders, its stock and its messages',
  admin: 'as an admin: with everything, its settings and accounts too',
}

/** Builds the e-mail with the link of an invitation. It contains nothing that somebody else could have typed. */
export function invitationEmail(
  { token, role }: { token: string; role: InvitedRole },
  origin: string,
  shop: Pick<EmailBranding, 'name'>,
): EmailDraft {
  const link = `${origin}/invitation#${token}`
  return {
    subject: `You are invited to work at ${shop.name}`,
    link,
    blocks: [
      { kind: 'headline', text: `You are invited to work at ${shop.name}` },
      { kind: 'paragraph', text: `An admin of ${shop.name} asks you to help run the shop, ${workOf[role]}.` },
      { kind: 'button', label: 'Accept the invitation', url: link },
      {
        kind: 'note',
        text: `The link works once, for ${invitationDays} days, and is for you alone. If you do not know what this is about, you need not do anything.`,
      },
    ],
  }
}

/** Builds the e-mail with an answer to somebody's message, which it repeats. */
export function messageAnswer(
  { text, subject, message }: { text: string; subject: string; message: string },
  origin: string,
): EmailDraft {
  return {
    subject: `Re: ${oneLine(subject)}`,
    link: `${origin}/contact`,
    blocks: [
      { kind: 'typed', text },
      { kind: 'title', text: 'You wrote to us' },
      { kind: 'typed', text: message },
    ],
  }
}
