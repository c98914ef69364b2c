import { formatCents } from '#domain/money.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import type { Address } from '#domain/orders/order.ts'
import type { EmailDraft } from './render.ts'
import { type BoughtOrder, openUrl, orderUrl, type Place } from './templates.ts'

type NamedOrder = Pick<BoughtOrder, 'orderId' | 'number'>

/** Builds the e-mail to the buyer whose delivery address the shop has changed. */
export function addressChanged(
  { orderId, number, address }: NamedOrder & { address: Address },
  place: Pick<Place, 'origin' | 'key'>,
): EmailDraft {
  return {
    subject: `Another delivery address for your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: 'We changed the delivery address of your order.' },
      { kind: 'lines', title: 'It goes to', lines: addressLines(address) },
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, write to us on the page of your order before we send it.',
      },
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

/** Builds the e-mail to a buyer who has cancelled a paid order. */
export function orderCancelled(
  { orderId, number, amountCents }: NamedOrder & Pick<BoughtOrder, 'amountCents'>,
  place: Pick<Place, 'origin' | 'key'>,
): EmailDraft {
  return {
    subject: `Cancelled: your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: 'Your order is cancelled.' },
      { kind: 'paragraph', text: `${formatCents(amountCents)} goes back to you, the way you paid. Nothing is sent.` },
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}
