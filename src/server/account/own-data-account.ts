import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { isOfAccount } from '../mail/queries.ts'
import { wishlistData } from '../wishlist/queries.ts'

/** The data of a user other than orders and reviews, without any hash or secret. */
export async function findAccountData(db: Db, userId: string) {
  const profile = await db
    .selectFrom('user')
    .select(['id', 'username', 'email', 'role', 'profile_image as profileImage', 'bio', 'profession', 'sizes'])
    .select(['created_at as registeredAt', 'email_verified_at as emailConfirmedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('session')
    .select(['created_at as startedAt', 'seen_at as lastSeenAt', 'expires_at as endsAt', 'browser', 'system'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const knownBrowsers = await db
    .selectFrom('device')
    .select('created_at as rememberedAt')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const secondFactor = await db
    .selectFrom('second_factor')
    .select(['created_at as begunAt', 'confirmed_at as turnedOnAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const links = await db
    .selectFrom('password_reset')
    .select('expires_at as endsAt')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()
  const verifications = await db
    .selectFrom('email_verification')
    .select('expires_at as endsAt')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()
  const isConfirmed = profile.emailConfirmedAt !== null // somebody else may have registered with this address
  const letters = await db
    .selectFrom('mail')
    .select(['kind', 'address', 'created_at as askedForAt', 'sent_at as sentAt'])
    .select(({ fn }) => fn.coalesce('next_try_at', 'due_at').as('nextTryAt'))
    .where(sql`lower(address)`, '=', sql`lower(${profile.email})`)
    .where(sql<boolean>`(${isConfirmed} or ${isOfAccount})`)
    .orderBy('created_at')
    .execute()
  const alerts = await db
    .selectFrom('stock_alert')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['name', 'size', 'asked_at as askedAt', 'confirmed_at as confirmedAt', 'told_at as toldAt'])
    .where(sql`lower(stock_alert.email)`, '=', sql`lower(${profile.email})`)
    .where(sql<boolean>`${isConfirmed}`)
    .orderBy('asked_at')
    .execute()
  const changes = await db
    .selectFrom('audit')
    .select(['at', 'action', 'before', 'after'])
    .where('record', '=', 'user')
    .where('record_id', '=', userId)
    .orderBy('at')
    .execute()
  return {
    profile,
    sessions,
    knownBrowsers,
    twoStepSignIn: secondFactor ?? null,
    linksToChooseAPassword: links,
    linksToConfirmThisAddress: verifications,
    lettersToThisAddress: letters,
    sizesToBeToldAbout: alerts,
    wishlist: await wishlistData(db, userId),
    changesToThisAccount: changes,
  }
}
