import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

export const roles = ['user', 'admin'] as const
export type Role = (typeof roles)[number]

/** Most characters of each field. */
export const userLimits = { username: 50, email: 254, profileImage: 2048, bio: 500, profession: 80 } as const

/** A user as they and the admins see them. What was not given is an empty string. */
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
 * Something before the one @, then a domain of at least two labels, all without spaces, characters that nobody sees, and those
 * that a mail header reads as more than an address.
 */
const emailAddress = /^[^\s@<>"\p{Cc}\p{Cf}\p{DI}]+@[^\s@.<>"\p{Cc}\p{Cf}\p{DI}]+(?:\.[^\s@.<>"\p{Cc}\p{Cf}\p{DI}]+)+$/u

/** Whether a text can be an e-mail address. Only an e-mail that arrives proves that it is one. */
export const isEmail = (text: string): boolean => text.length <= userLimits.email && emailAddress.test(text)

/** An e-mail address as it is stored: in NFC, so that one address is one text however it was typed; undefined when it can be none. */
export const readEmail = (text: string): string | undefined => (isEmail(text) ? text.normalize('NFC') : undefined)

/** The ways to write one address, to find accounts that are older than `readEmail`. @param email of at most 254 characters */
export const emailForms = (email: string): string[] => [
  ...new Set([email, email.normalize('NFC'), email.normalize('NFD')]),
]
