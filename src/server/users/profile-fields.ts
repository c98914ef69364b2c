import { userLimits } from '#domain/user.ts'
import { badRequest } from '../http/errors.ts'

/** Control characters, line ends, and marks that turn the direction of the text after them. */
const unusable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const lengthOf = (text: string) => [...text].length

/** Whether a trimmed text can name a user: one line with something to see, of at most 50 characters. */
export const isUsername = (text: string): boolean =>
  lengthOf(text) <= userLimits.username && visible.test(text) && !unusable.test(text)

export interface ProfileFields {
  username: string
  profileImage: string
  bio: string
  profession: string
}

/** The four fields trimmed. ShopError 400 with one sentence when one is missing or cannot be. */
export function readProfile({ username, profileImage, bio, profession }: ProfileFields): ProfileFields {
  const fields = {
    username: readText('username', username, userLimits.username),
    profileImage: readText('profile image', profileImage, userLimits.profileImage),
    bio: readText('bio', bio, userLimits.bio),
    profession: readText('profession', profession, userLimits.profession),
  }
  if (!isUsername(fields.username)) throw badRequest('The username contains characters that cannot be used.')
  return fields
}

function readText(name: string, typed: string, most: number): string {
  const text = typed.trim()
  if (!text) throw badRequest(`The ${name} is missing.`)
  if (lengthOf(text) > most) throw badRequest(`The ${name} can have at most ${most} characters.`)
  return text
}
