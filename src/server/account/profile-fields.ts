import { hasSomethingToSee } from '#domain/text.ts'
import { userLimits } from '#domain/users/user.ts'
import { badRequest } from '../lib/errors.ts'

/** Control characters, line ends, characters that reverse the text or have no width, and letters that look like a space. */
const unusable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u

const lengthOf = (text: string) => [...text].length

/** Whether a trimmed text is a valid name: one line of at most 50 characters, with a visible one among them. */
export const isUsername = (text: string): boolean =>
  lengthOf(text) <= userLimits.username && hasSomethingToSee(text) && !unusable.test(text)

/** Whether this is the name shown at the reviews of deleted users. */
export const isReserved = (username: string): boolean =>
  username.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase() === 'deleted user'

export interface ProfileFields {
  username: string
  profileImage: string
  bio: string
  profession: string
}

/** The four fields, trimmed. ShopError 400 with one sentence when one is missing or not valid. */
export function readProfile({ username, profileImage, bio, profession }: ProfileFields): ProfileFields {
  const fields = {
    username: readText('username', username, userLimits.username),
    profileImage: readText('profile image', profileImage, userLimits.profileImage),
    bio: readText('bio', bio, userLimits.bio),
    profession: readText('profession', profession, userLimits.profession),
  }
  if (!isUsername(fields.username)) throw badRequest('The username contains characters that cannot be used.')
  if (isReserved(fields.username)) throw badRequest('Please choose another username.')
  return fields
}

function readText(name: string, typed: string, max: number): string {
  const text = typed.trim()
  if (!text) throw badRequest(`The ${name} is missing.`)
  if (lengthOf(text) > max) throw badRequest(`The ${name} can have at most ${max} characters.`)
  return text
}
