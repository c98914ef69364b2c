import { findFit, readFits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'

/** Returns the sizes that a user keeps in the account, as codes of fits; none without. */
export async function findOwnSizes(db: Db, userId: string): Promise<string[]> {
  const { sizes } = await db.selectFrom('user').select('sizes').where('id', '=', userId).executeTakeFirstOrThrow()
  return sizes ?? []
}

/** Keeps these sizes in the account; unknown ones are left out, and without any none is kept. @returns what is kept */
export async function saveOwnSizes(db: Db, userId: string, sent: string[]): Promise<string[]> {
  const sizes = (readFits(sent.join()) ?? []).filter(findFit)
  await db
    .updateTable('user')
    .set({ sizes: sizes.length > 0 ? sizes : null })
    .where('id', '=', userId)
    .execute()
  return sizes
}
