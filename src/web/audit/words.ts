import type { AuditEntry, Fields } from '#domain/audit.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { fieldInWords, lastPartOf } from './field-words.ts'

const actions: Record<string, string> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  undo: 'brought back',
  'change role': 'changed the role of',
  'change status': 'changed the status of',
  refund: 'refunded',
  'send parcel': 'sent a parcel of',
  'correct parcel': 'corrected a parcel of',
  'remove parcel': 'removed a parcel of',
  'mark parcel delivered': 'marked as delivered a parcel of',
  'mark parcel not delivered': 'marked as not delivered a parcel of',
  'change address': 'changed the delivery address of',
  'give up': 'gave up the unpaid',
  archive: 'archived',
  unarchive: 'took out of the archive',
  'add note': 'wrote a note about',
  'remove note': 'deleted a note about',
  'accept payment': 'accepted the payment of',
  erase: 'erased',
  'erase buyer': 'erased the buyer of',
  'set password': 'set another password for',
  'change password': 'changed the password of',
  'reset password': 'chose, by the link of a letter, another password for',
  'second factor on': 'turned on two-step sign-in for',
  'second factor off': 'turned off two-step sign-in for',
  'new recovery codes': 'made new recovery codes for',
  import: 'imported',
  'bulk edit': 'changed together',
  'fetch again': 'let the shop fetch again pictures of',
  hide: 'hid',
  show: 'showed again',
  answer: 'answered',
  'remove answer': 'removed the answer to',
  'answer message': 'answered the',
  'mark done': 'marked as done the',
  'mark not done': 'marked as not done the',
  count: 'counted the pieces of',
  deliver: 'received the',
  'undo bulk edit': 'took back a change of',
  'undo count': 'took back a count of the pieces of',
  'undo delivery': 'took back the',
  'change settings': 'changed the',
  invite: 'sent an',
  'send invitation again': 'sent again the',
  'withdraw invitation': 'withdrew the',
  'accept invitation': 'accepted, invited by an e-mail, the role of',
  'undo settings': 'took back a change of the',
  'write content': 'wrote',
  'undo content': 'took back a change of',
  'note arrival': 'noted what arrived of the',
  'send swap': 'sent the swap of the',
  'end swap': 'ended the swap of the',
  refuse: 'refused the',
  close: 'settled without a refund the',
  'assign order': 'found the order of the',
}

/** The actor's name: the shop itself erases users some time after an admin has deleted them. */
export const actorOf = ({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string =>
  actor?.email ?? (action === 'erase' ? 'The shop' : 'The command line')

/** The phrase before the record's name, such as 'changed the role of'. */
export const actionInWords = (action: string): string => actions[action] ?? `did '${action}' with`

/** The noun for the record, before its name. */
export const wordsOf = ({ record, action }: Pick<AuditEntry, 'record' | 'action'>): string => {
  if (record === 'review') return action === 'undo' ? 'the earlier state of a review of' : 'a review of'
  if (record === 'bulk edit') return ''
  if (record === 'setting') return 'settings of'
  if (record === 'content') return ''
  if (record === 'invitation') return 'invitation of'
  if (record === 'return') return 'return of order'
  if (record !== 'import') return record
  if (action === 'fetch again') return 'the import of'
  return action === 'undo' ? 'the products as they were before the import of' : 'products from'
}

/** The page that shows the record, undefined if it was deleted. */
export function addressOf({ record, recordId, recordName, action }: AuditEntry): string | undefined {
  if (action === 'delete' || action === 'erase' || recordName === '') return undefined
  if (record === 'product') return `/dashboard/update-product/${recordId}`
  if (record === 'import') return `/dashboard/import-products?id=${recordId}`
  if (record === 'order') return `/orders/${recordName}`
  if (record === 'review') return `/dashboard/manage-reviews?q=${recordId}`
  if (record === 'size chart' || record === 'bulk edit') return undefined
  if (record === 'setting') return `/dashboard/settings#${recordName}`
  if (record === 'invitation') return '/dashboard/users'
  if (record === 'return') return '/dashboard/returns'
  if (record === 'discount code') return '/dashboard/discount-codes'
  if (record === 'delivery') return '/dashboard/stock/deliveries'
  if (record === 'content') return `/dashboard/write/page/${recordId}`
  return `/dashboard/users?q=${encodeURIComponent(recordName)}`
}

/** What is named again when it is exchanged, because its id says nothing. */
const otherOf = (name: string) =>
  isPicture(name) ? 'another picture' : name === 'chart_id' ? 'another chart' : undefined
const isPicture = (name: string) => /^(image_id|mark|(.*\.)?picture)$/.test(name)
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const moments = [
  'answeredAt',
  'publishedFrom',
  'from',
  'until',
  'visible_from',
  'visible_until',
  'sale_from',
  'sale_until',
]
const money = ['price', 'oldPrice', 'salePrice', 'amount']

interface ChangedField {
  name: string
  before: string
  after: string
}

/** The changed fields as readable text. A missing value is a dash. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map(name => ({
    name: fieldInWords(name),
    before: readable(name, before?.[name]),
    after: (before?.[name] && after?.[name] && otherOf(name)) || readable(name, after?.[name]),
  }))
}

function readable(name: string, value: Fields[string] | undefined): string {
  if (value === undefined || value === null || value === '') return '–'
  if (isPicture(name)) return 'a picture'
  if (name === 'chart_id') return 'a chart'
  const last = lastPartOf(name)
  if (/^is[A-Z]/.test(last)) return value ? 'yes' : 'no'
  if (moments.includes(last) && !Number.isNaN(Date.parse(String(value))))
    return `${time.format(new Date(String(value)))} UTC`
  return money.includes(name) ? formatCents(toCents(Number(value))) : String(value)
}

const shownLength = 300

/** The beginning of a long text, up to the end of a word, and the rest of it. */
export function cutText(text: string): [start: string, rest: string] {
  if (text.length <= shownLength + 50) return [text, '']
  const start = /^[\s\S]{0,300}(?=\s)/u.exec(text)?.[0] || [...text.slice(0, shownLength + 1)].slice(0, -1).join('')
  return [start, text.slice(start.length).trimStart()]
}
