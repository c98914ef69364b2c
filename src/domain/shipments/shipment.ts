import { trackingUrl } from './carriers.ts'

export const parcelLimits = { carrier: 60, number: 60, url: 500 } as const
export const maxParcelsOfOrder = 50

/** The texts of a parcel as they are stored. */
export interface ParcelTexts {
  carrier: string
  number: string
  url: string | null
}

/** The texts as they come in a request. */
export type SentParcel = { [Field in keyof ParcelTexts]?: unknown }

/**
 * Reads the texts of a parcel. Without a link, that of a known carrier is built from the number.
 * @param mayBeUnnamed whether neither carrier nor number is needed
 * @returns one sentence about what is wrong instead
 */
export function readParcel({ carrier, number, url }: SentParcel, { mayBeUnnamed = false } = {}): ParcelTexts | string {
  const [name, digits, link] = [clean(carrier), clean(number), clean(url)]
  if (name === undefined || digits === undefined || link === undefined)
    return 'Carrier, tracking number and link are texts.'
  if (name === '' && digits === '' && !mayBeUnnamed) return 'Type the carrier or the tracking number.'
  if (name.length > parcelLimits.carrier) return `A carrier can have at most ${parcelLimits.carrier} characters.`
  if (digits.length > parcelLimits.number)
    return `A tracking number can have at most ${parcelLimits.number} characters.`
  if (link === '') return { carrier: name, number: digits, url: trackingUrl(name, digits) ?? null }
  const href = readLink(link)
  if (href === undefined) return 'The link must be an address that begins with https://.'
  if (href.length > parcelLimits.url) return `The link can have at most ${parcelLimits.url} characters.`
  return { carrier: name, number: digits, url: href }
}

/** One line without surrounding blanks; undefined for what is no text. */
function clean(sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return ''
  return typeof sent === 'string' ? sent.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : undefined
}

function readLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** How a parcel is named in a list: its carrier and its number. */
export const parcelName = ({ carrier, number }: Pick<ParcelTexts, 'carrier' | 'number'>): string =>
  [carrier, number].filter(Boolean).join(' ')

/** Whether two parcels of an order are the same for a carrier. */
export const isSameParcel = (
  one: Pick<ParcelTexts, 'carrier' | 'number'>,
  other: Pick<ParcelTexts, 'carrier' | 'number'>,
): boolean => keyOf(one) === keyOf(other)

const keyOf = ({ carrier, number }: Pick<ParcelTexts, 'carrier' | 'number'>) =>
  JSON.stringify([carrier.toLowerCase(), number.replaceAll(' ', '').toLowerCase()])
