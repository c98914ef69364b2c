import { hasSomethingToSee } from '../text.ts'
import { isEmail } from '../users/user.ts'

/** A value that cannot be used: one sentence, and the place of the field, such as `heroes.0.link`. */
export class FieldError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

type Sent = Record<string, unknown>

/** Reads the fields of one object that was sent; each method throws a `FieldError`. `place` is the object's own. */
export function fieldsOf(sent: unknown, place = '') {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new FieldError(place, `${place || 'The section'} must be an object.`)
  const fields = sent as Sent
  const at = (name: string) => (place ? `${place}.${name}` : name)
  const fail = (name: string, message: string): never => {
    throw new FieldError(at(name), message)
  }

  function text(name: string, noun: string, max: number, { isNeeded = false, hasLines = false } = {}): string {
    const value = fields[name]
    if (typeof value !== 'string') return fail(name, `${noun} must be a text.`)
    const clean = hasLines ? tidyLines(value) : value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
    if (isNeeded && !hasSomethingToSee(clean)) fail(name, `${noun} is missing.`)
    if (clean.length > max) fail(name, `${noun} can have at most ${max.toLocaleString('en-US')} characters.`)
    return clean
  }

  /** A page of the shop, or an address elsewhere. */
  function link(name: string, noun: string, { isNeeded = false } = {}): string {
    const value = text(name, noun, 500, { isNeeded })
    if (value !== '' && !isLink(value))
      fail(name, `${noun} must be a page of the shop, such as /shop, or a whole address that begins with https://.`)
    return value
  }

  function moment(name: string, noun: string): string | null {
    const value = fields[name] ?? null
    if (value === null || value === '') return null
    const isWhole = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value)
    if (!isWhole || Number.isNaN(Date.parse(value))) return fail(name, `${noun} must be a date with a time.`)
    return new Date(value).toISOString()
  }

  function period(noun: string) {
    const from = moment('from', `The beginning of ${noun}`)
    const until = moment('until', `The end of ${noun}`)
    if (from && until && from >= until) fail('until', `The end of ${noun} must come after its beginning.`)
    return { from, until }
  }

  function picture(name: string, noun: string): string | null {
    const value = fields[name] ?? null
    if (value === null || value === '') return null
    if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value)) return fail(name, `${noun} must be uploaded first.`)
    return value
  }

  function list<T>(name: string, noun: string, max: number, read: (item: unknown, place: string) => T): T[] {
    const value = fields[name]
    if (!Array.isArray(value)) return fail(name, `${noun} must be a list.`)
    if (value.length > max) fail(name, `There can be at most ${max} ${noun.toLowerCase()}.`)
    return value.map((item, index) => read(item, `${at(name)}.${index}`))
  }

  return { value: (name: string) => fields[name], at, fail, text, link, moment, period, picture, list }
}

/** They turn the order of the letters around, so that a text says another thing than it shows. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

const tidyLines = (text: string) =>
  text
    .replaceAll(turning, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Whether a text is a path within the shop, or an https address without a name and password. */
export function isLink(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return /^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/.test(hostname) && username === '' && password === ''
}

/** The same, or an e-mail address or a telephone number to call: what a text of the owner's can link to. */
export function isTextLink(text: string): boolean {
  const [, address = ''] = /^mailto:([^?]*)(?:\?[^\s<>"]*)?$/i.exec(text) ?? []
  return isLink(text) || isEmail(address) || /^tel:\+?[\d().-]{3,30}$/i.test(text)
}
