import { type ParcelTexts, parcelName } from '#domain/shipments/shipment.ts'
import type { Block, EmailDraft } from './render.ts'
import { openUrl, orderUrl, type Place } from './templates.ts'

/** The parcels of an order: what they are called, and a link to each carrier's page. */
export function parcelBlocks(parcels: readonly ParcelTexts[]): Block[] {
  const named = parcels.flatMap(parcel => {
    const name = parcelName(parcel)
    return name ? [{ name, url: parcel.url }] : []
  })
  if (named.length === 0) return []
  return [
    { kind: 'lines', title: named.length === 1 ? 'Your parcel' : 'Your parcels', lines: named.map(({ name }) => name) },
    ...named.flatMap(({ name, url }): Block[] => (url ? [{ kind: 'link', label: `Follow ${name}`, url }] : [])),
  ]
}

interface SentParcel {
  orderId: string
  number: number
  carrier: string
  trackingNumber: string
  url: string | null
}

/** Builds the e-mail to the buyer about a further parcel of a shipped order. */
export function parcelSent(
  { orderId, number, carrier, trackingNumber, url }: SentParcel,
  place: Pick<Place, 'origin' | 'key'>,
): EmailDraft {
  return {
    subject: `On its way: a parcel of your order #${number}`,
    link: orderUrl(orderId, place.origin),
    blocks: [
      { kind: 'headline', text: 'A parcel of your order is on its way.' },
      ...parcelBlocks([{ carrier, number: trackingNumber, url }]),
      { kind: 'button', label: 'See your order', url: openUrl(orderId, place) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}
