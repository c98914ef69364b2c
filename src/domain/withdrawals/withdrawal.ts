import { type Static, Type } from 'typebox'
import { hasSomethingToSee } from '../text.ts'
import { isEmail, readEmail, userLimits } from '../users/user.ts'

/** The maximum length of each field, in characters. */
export const withdrawalLimits = { name: 200, contract: 200, email: userLimits.email, pieces: 1_000 } as const

/** What the page, the API and the e-mail say. It is received, which says nothing about whether it is right. */
export const withdrawalReceived = 'We have received your withdrawal.'

/** The answer to “That was not me”. */
export const objectionNoted = 'Thank you. We have noted that it was not you.'

const upTo = (max: number) => `1 to ${max.toLocaleString('en-US')} characters`

/** What somebody states who withdraws from a contract. */
const Statement = Type.Object({
  name: Type.String({ description: `Who withdraws: ${upTo(withdrawalLimits.name)}` }),
  contract: Type.String({
    description: `What identifies the contract, such as the number of the order: ${upTo(withdrawalLimits.contract)}`,
  }),
  email: Type.String({ description: 'Where the receipt goes' }),
  pieces: Type.Union([Type.String(), Type.Null()], {
    description: `Null for the whole order; else which pieces, in the buyer's words: ${upTo(withdrawalLimits.pieces)}`,
  }),
})
export type Statement = Static<typeof Statement>

/** The body of `POST /api/withdrawals`. */
export const PostWithdrawal = Type.Object({
  id: Type.String({ description: 'A UUID of its own: sent twice, it is one withdrawal with one receipt' }),
  ...Statement.properties,
})

/** The answer: what was received and when, the same for known and unknown orders. */
export const WithdrawalReceipt = Type.Object({
  ...Statement.properties,
  receivedAt: Type.String({ description: 'ISO 8601, UTC' }),
})
export type WithdrawalReceipt = Static<typeof WithdrawalReceipt>

/** The fields of the page's form, as typed. */
export interface WithdrawalTexts {
  name: string
  contract: string
  email: string
  /** `pieces` for some pieces only; anything else is the whole order. */
  scope: string
  pieces: string
}

export type WithdrawalErrors = Partial<Record<keyof Statement, string>>

/** What the page shows in answer to its form. */
export type WithdrawalStep =
  | { step: 'form'; texts: WithdrawalTexts; errors: WithdrawalErrors }
  /** `error` says why a confirmed withdrawal could not be received, with the status of the page. */
  | { step: 'confirm'; texts: WithdrawalTexts; id: string; error?: { message: string; status: number } }
  | { step: 'receipt'; receipt: WithdrawalReceipt }

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The statement as it is stored: names in one line, texts without surrounding blanks. */
export const toStatement = ({ name, contract, email, pieces }: Statement): Statement => ({
  name: oneLine(name),
  contract: oneLine(contract),
  email: readEmail(email.trim()) ?? email.trim(),
  pieces: pieces === null ? null : pieces.replaceAll('\r\n', '\n').trim(),
})

/** The statement that the page's form makes. */
export const statementOf = ({ scope, pieces, ...texts }: WithdrawalTexts): Statement =>
  toStatement({ ...texts, pieces: scope === 'pieces' ? pieces : null })

/** One sentence for each invalid field of a statement from `toStatement`. */
export function withdrawalErrors({ name, contract, email, pieces }: Statement): WithdrawalErrors {
  const errors: WithdrawalErrors = {}
  if (!hasSomethingToSee(name)) errors.name = 'Please type your name.'
  else if (name.length > withdrawalLimits.name) errors.name = tooLong('name', withdrawalLimits.name)
  if (!hasSomethingToSee(contract)) errors.contract = 'Please type the number of the order, or what else identifies it.'
  else if (contract.length > withdrawalLimits.contract) errors.contract = tooLong('order', withdrawalLimits.contract)
  if (!email) errors.email = 'Please type the e-mail address to which the receipt goes.'
  else if (!isEmail(email)) errors.email = 'Please type your whole e-mail address, with its @ and its ending.'
  if (pieces === null) return errors
  if (!hasSomethingToSee(pieces)) errors.pieces = 'Please say which pieces you withdraw from.'
  else if (pieces.length > withdrawalLimits.pieces) errors.pieces = tooLong('pieces', withdrawalLimits.pieces)
  return errors
}

const tooLong = (what: string, max: number) =>
  `What you typed for the ${what} can have at most ${max.toLocaleString('en-US')} characters.`

/** How a text names an order: by its number, or by its 32 hexadecimal digits. */
export interface OrderReference {
  number: number | null
  orderId: string | null
}

const numbered = /^(?:order)?(?:no\.?|number)?#?(\d{1,10})$/
const identified = /^[\da-f]{32}$/
const maxNumber = 2 ** 31 - 1

/** Reads an order's number from what was typed: `1001`, `#1001`, `Order # 1001`, or the id in any case and with blanks. */
export function readOrderReference(contract: string): OrderReference {
  const text = contract.replaceAll(/\s/g, '').toLowerCase()
  const number = Number(numbered.exec(text)?.[1] ?? Number.NaN)
  return {
    number: number <= maxNumber ? number : null,
    orderId: identified.test(text) ? text : null,
  }
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Date and time with the zone, the same on the page and in the e-mail: "2 March 2026 at 10:30:05 UTC". */
export const momentOf = (at: Date): string => `${day.format(at)} at ${at.toISOString().slice(11, 19)} UTC`
