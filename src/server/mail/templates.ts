import { formatCents } from '#domain/money.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import type { Address } from '#domain/orders/order.ts'
import { shopInfo } from '#domain/shop-info.ts'
import { escaped } from '../lib/html.ts'
import type { Email } from './transports/mailer.ts'

export type EmailContent = Pick<Email, 'subject' | 'text' | 'html' | 'link'>

export interface BoughtOrder {
  orderId: string
  amountCents: number
  lines: { name: string; quantity: number; unitCents: number }[]
  address: Address | null
}

/** The name and addresses of the shop, at the end of each e-mail. */
export const signature = [shopInfo.name, ...shopInfo.address, shopInfo.email].join('\n')

/** The address of an order's page. */
export const orderUrl = (orderId: string, origin: string) => `${origin}/orders/${orderId}`

/** Builds the e-mail to the buyer of a paid order. */
export function orderConfirmation({ orderId, amountCents, lines, address }: BoughtOrder, origin: string): EmailContent {
  const link = orderUrl(orderId, origin)
  const goods = lines.map(({ name, quantity, unitCents }) => ({
    what: `${quantity} × ${oneLine(name)}`,
    sum: formatCents(quantity * unitCents),
  }))
  const total = formatCents(amountCents)
  const place = address ? addressLines(address).map(oneLine) : []
  const thanks = 'Thank you. Your payment has arrived, and we are looking after your order.'
  return {
    subject: `Your order ${shortened(orderId)}`,
    link,
    text: [
      thanks,
      `Order ${orderId}`,
      [...goods.map(({ what, sum }) => `${what}: ${sum}`), 'Delivery: free', `Total: ${total}`].join('\n'),
      ...(place.length > 0 ? [['It goes to:', ...place].join('\n')] : []),
      `See how it is coming along: ${link}`,
      signature,
    ].join('\n\n'),
    html: page(
      `<p>${thanks}</p>
<p>Order ${escaped(orderId)}</p>
<table>${goods.map(({ what, sum }) => `<tr><td>${escaped(what)}</td><td align="right">${sum}</td></tr>`).join('')}
<tr><td>Delivery</td><td align="right">free</td></tr><tr><th align="left">Total</th><th align="right">${total}</th></tr></table>
${place.length > 0 ? `<p>It goes to:<br>${place.map(escaped).join('<br>')}</p>` : ''}
<p><a href="${escaped(link)}">See how it is coming along</a></p>`,
    ),
  }
}

/** Builds the e-mail to the buyer of a shipped order. */
export function orderShipped(
  { orderId, lines, address }: Omit<BoughtOrder, 'amountCents'>,
  origin: string,
): EmailContent {
  const link = orderUrl(orderId, origin)
  const goods = lines.map(({ name, quantity }) => `${quantity} × ${oneLine(name)}`)
  const place = address ? addressLines(address).map(oneLine) : []
  const what = 'Your order has been shipped.'
  return {
    subject: `Shipped: your order ${shortened(orderId)}`,
    link,
    text: [
      what,
      `Order ${orderId}`,
      goods.join('\n'),
      ...(place.length > 0 ? [['It goes to:', ...place].join('\n')] : []),
      `See how it is coming along: ${link}`,
      signature,
    ].join('\n\n'),
    html: page(
      `<p>${what}</p>
<p>Order ${escaped(orderId)}</p>
<p>${goods.map(escaped).join('<br>')}</p>
${place.length > 0 ? `<p>It goes to:<br>${place.map(escaped).join('<br>')}</p>` : ''}
<p><a href="${escaped(link)}">See how it is coming along</a></p>`,
    ),
  }
}

/**
 * Builds the e-mail to the buyer of a refunded order.
 * @param amountCents undefined where the buyer may not have paid the amount of the order
 */
export function orderRefunded(
  { orderId, amountCents }: { orderId: string; amountCents: number | undefined },
  origin: string,
): EmailContent {
  const link = orderUrl(orderId, origin)
  const sum = amountCents === undefined ? 'All that you paid' : formatCents(amountCents)
  const what = `This order was refunded. ${sum} goes back to you, the way you paid.`
  const when = 'How soon you see it is up to your bank: usually it takes no more than ten working days.'
  return {
    subject: `Refunded: your order ${shortened(orderId)}`,
    link,
    text: [what, `Order ${orderId}`, when, `See your order: ${link}`, signature].join('\n\n'),
    html: page(
      `<p>${what}</p>
<p>Order ${escaped(orderId)}</p>
<p>${when}</p>
<p><a href="${escaped(link)}">See your order</a></p>`,
    ),
  }
}

interface OpenedDispute {
  orderId: string
  cents: number
  /** The provider's term, such as `product_not_received`. */
  reason: string
  /** The deadline for the shop's response. */
  dueBy: Date | null
}

/** Builds the e-mail to an admin about a payment that the buyer's bank disputes. */
export function disputeOpened({ orderId, cents, reason, dueBy }: OpenedDispute, origin: string): EmailContent {
  const link = orderUrl(orderId, origin)
  const until = dueBy ? `Answer it by ${utcTime.format(dueBy)} UTC` : 'Answer it'
  const what = `The bank of the buyer disputes a payment of ${formatCents(cents)} (${reason.replaceAll('_', ' ')}) and takes the money back until that is settled.`
  const how = `${until}, in the dashboard of the payment provider: without an answer the money is lost. What you know of the order stands on its page.`
  return {
    subject: dueBy ? `A payment is disputed: answer by ${utcDay.format(dueBy)}` : 'A payment is disputed',
    link,
    text: [what, `Order ${orderId}`, how, `The order: ${link}`, signature].join('\n\n'),
    html: page(
      `<p>${escaped(what)}</p>
<p>Order ${escaped(orderId)}</p>
<p>${how}</p>
<p><a href="${escaped(link)}">The order</a></p>`,
    ),
  }
}

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const utcTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Builds the e-mail with the link for a new password. It contains nothing that somebody else could have typed. */
export function passwordReset(token: string, origin: string): EmailContent {
  const link = `${origin}/reset-password#${token}`
  const what = `Somebody, probably you, asked for a new password for your account at ${shopInfo.name}.`
  const how = 'The link works once, for one hour. If it was not you, you need not do anything.'
  return {
    subject: 'Choose a new password',
    link,
    text: [what, `Choose a new password: ${link}`, how, signature].join('\n\n'),
    html: page(`<p>${escaped(what)}</p><p><a href="${escaped(link)}">Choose a new password</a></p><p>${how}</p>`),
  }
}

/** Wraps the body of an e-mail in an HTML page. */
export const page = (body: string) => `<!doctype html>
<html lang="en"><body style="font-family: sans-serif">
${body}
<p>${escaped(signature).replaceAll('\n', '<br>')}</p>
</body></html>`

/** The first 8 of 32 characters: a phone shows no more in a subject, and the shop finds an order by them too. */
const shortened = (orderId: string) => orderId.slice(0, 8)

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
