import { type User, userLimits } from '#domain/users/user.ts'
import type { Tx } from '../db/connection.ts'
import { isProfilePicture } from '../images/profile-picture.ts'
import { badRequest, unauthorized } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'
import { userFields } from '../users/queries.ts'
import { type ProfileFields, readProfile } from './profile-fields.ts'

/** Changes the fields that users edit themselves. ShopError 400 with one sentence when a field is missing or not valid. */
export async function editProfile(
  { db, origin }: Pick<Accounts, 'db' | 'origin'>,
  userId: string,
  typed: ProfileFields,
): Promise<User> {
  const { username, profileImage, bio, profession } = readProfile(typed)
  return await db.transaction().execute(async tx => {
    const user = await tx
      .updateTable('user')
      .set({ username, profile_image: await readAddress(tx, origin, profileImage), bio, profession })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning(userFields)
      .executeTakeFirst()
    if (!user) throw unauthorized()
    return user
  })
}

/** The address of a picture that any browser may load: on the web, or one of ours. The server never requests it. */
async function readAddress(tx: Tx, origin: string, typed: string): Promise<string> {
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  const isPlain = url && !url.username && !url.password && url.href.length <= userLimits.profileImage
  const isUsable = isPlain && (url.origin === origin ? await isOurs(tx, url, origin) : url.protocol === 'https:')
  if (!isUsable)
    throw badRequest('The profile image must be an address that begins with https://, or a picture uploaded here.')
  return url.href
}

async function isOurs(tx: Tx, { href }: URL, origin: string): Promise<boolean> {
  const [, id, width] = /^\/images\/([a-z0-9]{1,64})\/(320|1280)\.webp$/.exec(href.slice(origin.length)) ?? []
  if (!id) return false
  const found = await tx
    .selectFrom('image')
    .select('placeholder')
    .where('id', '=', id)
    .forKeyShare() // the sweep cannot delete it before the profile names it
    .executeTakeFirst()
  return found !== undefined && (width === '320' || !isProfilePicture(found))
}
