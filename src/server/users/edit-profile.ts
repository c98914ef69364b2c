import { type User, userLimits } from '#domain/user.ts'
import type { Db } from '../db/connection.ts'
import { badRequest, unauthorized } from '../http/errors.ts'
import type { Accounts } from './accounts.ts'
import { type ProfileFields, readProfile } from './profile-fields.ts'
import { userFields } from './queries.ts'

/** Changes what a user says about themselves. ShopError 400 with one sentence when a field is missing or cannot be. */
export async function editProfile(
  { db, origin }: Pick<Accounts, 'db' | 'origin'>,
  userId: string,
  typed: ProfileFields,
): Promise<User> {
  const { username, profileImage, bio, profession } = readProfile(typed)
  const user = await db
    .updateTable('user')
    .set({ username, profile_image: await readAddress(db, origin, profileImage), bio, profession })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(userFields)
    .executeTakeFirst()
  if (!user) throw unauthorized()
  return user
}

/** The address of a picture that any browser may load: somewhere on the web, or one of ours. The shop itself never asks for it. */
async function readAddress(db: Db, origin: string, typed: string): Promise<string> {
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  const isPlain = url && !url.username && !url.password && url.href.length <= userLimits.profileImage
  const isUsable = isPlain && (url.origin === origin ? await isOurs(db, url, origin) : url.protocol === 'https:')
  if (!isUsable)
    throw badRequest('The profile image must be an address that begins with https://, or a picture uploaded here.')
  return url.href
}

async function isOurs(db: Db, { href }: URL, origin: string): Promise<boolean> {
  const id = /^\/images\/([a-z0-9]{1,64})\/1280\.webp$/.exec(href.slice(origin.length))?.[1]
  if (!id) return false
  return (await db.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
