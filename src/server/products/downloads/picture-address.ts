import { isIP } from 'node:net'
import { maxAddressLength } from '#domain/products/product-import.ts'
import { isPublicAddress } from './public-address.ts'

export const privateNetworkError = 'This address leads into a private network.'

type Reading = { url: URL; error?: undefined } | { error: string }

/** Reads the address of a picture of another host: https on its own port, without user or password. Never throws. */
export function readAddress(text: string): Reading {
  if (/[\s\p{Cc}]/u.test(text.trim()))
    return { error: 'An address has no spaces: the pictures after the first belong in the column images.' }
  const url = URL.parse(text)
  if (url?.protocol !== 'https:')
    return { error: 'This is no picture of this shop, and no address that begins with https://.' }
  url.hash = ''
  if (url.href.length > maxAddressLength)
    return {
      error: `The address of a picture can have at most ${maxAddressLength.toLocaleString('en-US')} characters.`,
    }
  if (url.port !== '') return { error: 'The address of a picture names no port but 443.' }
  if (url.username !== '' || url.password !== '')
    return { error: 'The address of a picture names no user and no password.' }
  const host = hostOf(url)
  return isIP(host) !== 0 && !isPublicAddress(host) ? { error: privateNetworkError } : { url }
}

/** The name or IP address of a host, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
