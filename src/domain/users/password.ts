import { hasSomethingToSee } from '../text.ts'
import { commonPasswords } from './common-passwords.ts'

export const passwordLimits = { min: 8, max: 128 } as const

/** Before normalisation: normalising hundreds of thousands of combining marks would take minutes. */
const maxTypedLength = 1024

/** One form for passwords that can be typed in several ways, such as with a composed or a combining accent. */
export const normalisePassword = (password: string): string => password.normalize('NFC')

/**
 * The error of a new password, in one sentence; undefined if it is acceptable. `whose` is the account, if known:
 * its names are no secrets. This module contains the list of common passwords, so pages import it only when a user is
 * about to choose one.
 */
export function passwordError(password: string, whose: { email?: string; username?: string } = {}): string | undefined {
  const normal = normalisePassword(password.slice(0, maxTypedLength + 1))
  const { length } = [...normal]
  if (length < passwordLimits.min) return `The password must have at least ${passwordLimits.min} characters.`
  if (length > passwordLimits.max) return `The password can have at most ${passwordLimits.max} characters.`
  if (!hasSomethingToSee(normal)) return 'The password must have more than spaces.'
  if ([whose.email, whose.username].some(name => name !== undefined && isSame(normal, name)))
    return 'The password must not be your own e-mail or username.'
  if (commonPasswords.has(normal.toLowerCase())) return 'This password is too common. Please choose another one.'
  return undefined
}

const isSame = (password: string, name: string) =>
  password.trim().toLowerCase() === normalisePassword(name).trim().toLowerCase()
