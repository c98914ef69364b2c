import type { AuditEntry } from '#domain/audit.ts'
import { fieldInWords, piecesOf } from './field-words.ts'
import { missing, valueInWords } from './value-words.ts'

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
  'put back': 'put back on the shelf the pieces of',
  'check-order': 'checked, after a backup was restored,',
  archive: 'archived',
  unarchive: 'took out of the archive',
  'add note': 'wrote a note about',
  'remove note': 'deleted a note about',
  'accept payment': 'accepted the payment of',
  erase: 'erased',
  'erase buyer': 'erased the buyer of',
  'set password': 'set another password for',
  'change password': 'changed the password of',
  'reset password': 'chose, by the link of an e-mail, another password for',
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
  'undo update': 'took back a change of',
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
export function actorOf({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string {
  if (actor) return isErased(actor.email) ? 'A user who was erased' : actor.email
  return action.startsWith('erase') ? 'The shop' : 'The command line'
}

/** The phrase before the record's name, such as 'changed the role of'. */
export const actionInWords = (action: string): string => actions[action] ?? `did '${action}' with`

/** Whether an action has a phrase: a test requires one of every action that the server writes. */
export const hasPhrase = (action: string): boolean => Object.hasOwn(actions, action)

const isErased = (email: string) => email.endsWith('@deleted.invalid')

/** The record's name, or words for one that has none any more. No id. */
export function nameOf({ record, recordName }: Pick<AuditEntry, 'record' | 'recordName'>): string {
  if (record === 'setting') return sectionNames[recordName] ?? recordName
  if (isErased(recordName)) return 'who was erased'
  return recordName || (nameless[record] ?? 'that is gone')
}

const nameless: Partial<Record<AuditEntry['record'], string>> = {
  message: 'a visitor',
  return: 'that nobody has found yet',
}

const sectionNames: Record<string, string> = {
  emails: 'e-mails',
  home: 'the home page',
  catalogue: 'categories & colors',
  lists: 'saved lists',
}

/** The noun for the record, before its name. */
export const wordsOf = ({ record, action }: Pick<AuditEntry, 'record' | 'action'>): string => {
  if (record === 'review') return action === 'undo' ? 'the earlier state of a review of' : 'a review of'
  if (record === 'message') return 'message of'
  if (record === 'bulk edit' || record === 'content') return ''
  if (record === 'setting') return 'settings of'
  if (record === 'invitation') return 'invitation of'
  if (record === 'return') return 'return of order'
  if (record !== 'import') return record
  if (action === 'fetch again') return 'the import of'
  return action === 'undo' ? 'the products as they were before the import of' : 'products from'
}

/** The page that shows the record, undefined if it was deleted. */
export function addressOf({ record, recordId, recordName, action }: AuditEntry): string | undefined {
  if (action === 'delete' || action === 'erase' || recordName === '' || isErased(recordName)) return undefined
  if (record === 'product') return `/dashboard/update-product/${recordId}`
  if (record === 'import') return `/dashboard/import-products?id=${recordId}`
  if (record === 'order') return `/orders/${recordId}`
  if (record === 'review') return `/dashboard/manage-reviews?q=${recordId}`
  if (record === 'size chart' || record === 'bulk edit') return undefined
  if (record === 'setting') return `/dashboard/settings#${recordName}`
  if (record === 'invitation') return '/dashboard/users'
  if (record === 'message') return '/dashboard/messages?status=all'
  if (record === 'return') return '/dashboard/returns'
  if (record === 'discount code') return '/dashboard/discount-codes'
  if (record === 'delivery') return '/dashboard/stock/deliveries'
  if (record === 'content') return `/dashboard/write/page/${recordId}`
  return `/dashboard/users?q=${encodeURIComponent(recordName)}`
}

/** What is asked before many records are taken back with one entry, with how many. Undefined for an entry about one record. */
export function undoQuestionOf({ record, recordName, after }: AuditEntry): string | undefined {
  const n = (name: string, noun: string) => {
    const value = Number(after?.[name] ?? 0)
    return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
  }
  if (record === 'import')
    return `The import of ${recordName} added ${n('added', 'product')} and changed ${n('changed', 'product')}. The added ones leave the shop, and the changed ones become as they were.`
  if (record === 'bulk edit') return `All ${recordName} become as they were before.`
  if (record === 'delivery')
    return `${n('pieces', 'piece')} of ${n('sizes', 'size')} were received. They are taken off the shelf again.`
  return undefined
}

interface ChangedField {
  name: string
  before: string
  after: string
}

/** What says nothing to people: the id of an order, in entries of earlier releases. */
const unshown = ['orderId']

/** The changed fields as readable text, those of one item of a list together. A missing value is a dash; what had none has no line. */
export function changedFields({
  action,
  before,
  after,
}: Pick<AuditEntry, 'action' | 'before' | 'after'>): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const isCount = action === 'count' || action === 'undo count' // its fields are the sizes
  return names
    .filter(name => !unshown.includes(name))
    .toSorted((one, other) => inOrder.compare(itemOf(one), itemOf(other)))
    .map(name => {
      const [old, now] = [valueInWords(name, before?.[name]), valueInWords(name, after?.[name])]
      const isOther = before?.[name] && after?.[name] && before[name] !== after[name] && old === now
      return { name: fieldInWords(isCount ? piecesOf(name) : name), before: old, after: isOther ? otherOf(now) : now }
    })
    .filter(field => field.before !== missing || field.after !== missing)
}

const inOrder = new Intl.Collator('en', { numeric: true })
/** The item of a list to which a field belongs: `heroes.0` of `heroes.0.title`. */
const itemOf = (name: string) => name.slice(0, Math.max(name.lastIndexOf('.'), 0))

/** What is exchanged and called the same, because only its id is another. */
const otherOf = (words: string) =>
  /^an? \w+$/.test(words) ? words.replace(/^an? /, 'another ') : `${words}, other ones`
