interface Carrier {
  name: string
  /** The public tracking page of a number; missing where it also needs a country or a postal code. */
  track?: string
}

/** Carriers that the shop suggests; any other name may be typed. The tracking number follows each address. */
const carriers: readonly Carrier[] = [
  { name: 'DHL', track: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=' },
  { name: 'UPS', track: 'https://www.ups.com/track?tracknum=' },
  { name: 'FedEx', track: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: 'USPS', track: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  { name: 'Royal Mail', track: 'https://www.royalmail.com/track-your-item#/tracking-results/' },
  { name: 'DPD' },
  { name: 'GLS' },
  { name: 'Evri' },
  { name: 'Hermes' },
  { name: 'PostNL' },
  { name: 'La Poste', track: 'https://www.laposte.fr/outils/suivre-vos-envois?code=' },
  { name: 'Australia Post', track: 'https://auspost.com.au/mypost/track/#/details/' },
  { name: 'Canada Post', track: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=' },
]

export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()

/**
 * Builds the address of a carrier's public tracking page.
 * @returns undefined without a number, and for a carrier whose address is not known
 */
export function trackingUrl(carrier: string, number: string): string | undefined {
  const digits = number.replaceAll(/\s/g, '')
  const known = carriers.find(({ name }) => plain(name) === plain(carrier))
  return known?.track && digits ? known.track + encodeURIComponent(digits) : undefined
}
