import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

/** `staff` work in the shop: orders, stock and messages. */
export const roles = ['user', 'staff', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether somebody may do what staff may do: staff and admins. */
export const hasStaffRights = (role: Role | undefined): boolean => role === 'staff' || role === 'admin'

/** The maximum length of each field, in characters. */
export const userLimits = { username: 50, email: 254, profileImage: 2048, bio: 500, profession: 80 } as const

/** A user as they and the admins see them. Missing values are empty strings. */
export const User = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  role: literals(roles),
  profileImage: Type.String({ description: 'An https address, or the absolute address of a picture in this shop' }),
  bio: Type.String(),
  profession: Type.String(),
})
export type User = Static<typeof User>

/**
 * A local part, one @, then a domain of at least two labels; no spaces, no invisible characters, and none that would
 * turn a mail header into more than an address.
 */
const emailAddress =
  /^[^\s@<>"():;,\\[\]\p{Cc}\p{Cf}\p{DI}]+@[^\s@.<>"\p{Cc}\p{Cf}\p{DI}]+(?:\.[^\s@.<>"\p{Cc}\p{Cf}\p{DI}]+)+$/u

/** Whether a text has the form of an e-mail address. Only a delivered e-mail proves that it exists. */
export const isEmail = (text: string): boolean => text.length <= userLimits.email && emailAddress.test(text)

/** An e-mail address as it is stored: in NFC, so that both forms of an accent are one address; undefined if invalid. */
export const readEmail = (text: string): string | undefined => (isEmail(text) ? text.normalize('NFC') : undefined)

/**
 * The possible spellings of one address, to find accounts older than `readEmail`.
 * @param email of at most 254 characters
 */
export const emailForms = (email: string): string[] => [
  ...new Set([email, email.normalize('NFC'), email.normalize('NFD')]),
]
