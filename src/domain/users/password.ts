import { hasSomethingToSee } from '../text.ts'
import { commonPasswords } from './common-passwords.ts'

export const passwordLimits = { min: 8, max: 128 } as const

/** As it is typed, before it is normalised: combining marks by the hundred thousand would take minutes. */
const maxTypedLength = 1024

/** The one form of a password that can be typed in several ways, such as with a composed or a combined accent. */
export const normalisePassword = (password: string): string => password.normalize('NFC')

/**
 * What is wrong with a new password, in one sentence for people; undefined when it can be used.
 * `whose` names the account that it is for, where that is known: neither name is a secret.
 * Brings the list of common passwords along: a page imports this module only when somebody is about to choose one.
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
