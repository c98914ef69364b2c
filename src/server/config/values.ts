import { isIP } from 'node:net'

// Decoders of the settings: each reads the trimmed text of an environment variable, and returns undefined for an invalid one.

export const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string) =>
    values.find(known => known === value)

export const startsWith =
  (...beginnings: string[]) =>
  (value: string) =>
    beginnings.some(beginning => value.startsWith(beginning)) ? value : undefined

/** One secret, or two during a rotation. */
export const signingSecrets = (value: string): string[] | undefined => {
  const secrets = listOf(startsWith('whsec_'))(value)
  return secrets && secrets.length <= 2 ? secrets : undefined
}

export const listOf =
  (read: (value: string) => string | undefined) =>
  (value: string): string[] | undefined => {
    const items = value.split(',').map(item => read(item.trim()))
    return items.every(item => item !== undefined) ? items : undefined
  }

/** A whole number within bounds, in decimal digits. */
export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number | undefined => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : undefined
  }

export const hostName = (value: string) =>
  isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined

export function webOrigin(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, origin, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
}

/**
 * Refuses an @ after the host. It comes from a password that is not percent-encoded, and a part of that would be shown with
 * the address.
 */
export function postgresUrl(value: string) {
  if (!URL.canParse(value)) return undefined
  const { host, pathname, search, searchParams, hash } = new URL(value)
  const isWhole = /^postgres(ql)?:\/\//i.test(value) && (host || searchParams.get('host')) && !hash
  return isWhole && !(pathname + search).includes('@') ? value : undefined
}

export const bucketName = (value: string) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined)

/** A secret key of age (https://age-encryption.org/v1): Bech32 of 32 bytes. */
export const ageIdentity = (value: string) =>
  /^AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}$/.test(value) ? value : undefined

export const s3Region = (value: string) => (/^[a-z0-9-]{1,40}$/.test(value) ? value : undefined)

/** A URL with a path, but nothing else: a user name or a password would be shown with the address. */
export function webAddress(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, origin, pathname, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === origin + pathname ? href.replace(/\/$/, '') : undefined
}

/** 16 to 200 characters that may stand in a header. */
export const headerToken = (value: string) => (/^[\x21-\x7e]{16,200}$/.test(value) ? value : undefined)

export const anyWebAddress = (value: string) =>
  /^https?:\/\/./i.test(value) && URL.canParse(value) ? value : undefined

export function smtpServer(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, pathname, search, hash } = new URL(value)
  const isWhole = hostname !== '' && /^\/?$/.test(pathname) && !search.includes('@') && !hash
  return /^smtps?:$/.test(protocol) && isWhole ? value : undefined
}

export function proxyAddress(value: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return value
  const [ip = '', bits, more] = value.split('/')
  const maxBits = isIP(ip) === 6 ? 128 : 32
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits)
  return isIP(ip) && isRange && more === undefined ? value : undefined
}
