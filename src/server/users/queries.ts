import type { User } from '#domain/user.ts'
import type { Db } from '../db/connection.ts'

/** A user that is not deleted, as they see themselves. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['id as _id', 'username', 'email', 'role', 'profile_image as profileImage', 'bio', 'profession'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row
}
