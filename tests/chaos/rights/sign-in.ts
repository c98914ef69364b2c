import { signIn as signInForADay } from '../../support/sign-in.ts'
import type { OpenShop } from '../support/shop-in-process.ts'

/** A session that outlasts all the days of the trial. */
export async function signIn(db: OpenShop['db'], { id }: { id: string }): Promise<{ cookie: string }> {
  const headers = await signInForADay(db, { id })
  await db
    .updateTable('session')
    .set({ expires_at: new Date('2100-01-01') })
    .where('user_id', '=', id)
    .execute()
  return headers
}
