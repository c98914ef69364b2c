import { sql } from 'kysely'
import { brokenIn, type Check, type RuleResult } from '#domain/integrity.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { conflict, ShopError } from '../lib/errors.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { auditRules } from './audit-rules.ts'
import { catalogueRules } from './catalogue-rules.ts'
import { tallyRules } from './counter-rules.ts'
import { invoiceRules } from './invoice-rules.ts'
import { orderRules } from './order-rules.ts'
import { checkFiles, filesUnknown, findPictures } from './picture-files.ts'
import { checkPayments } from './provider-payments.ts'
import { refundRules } from './refund-rules.ts'
import { returnRules } from './return-rules.ts'
import type { Rule } from './rule.ts'
import { scheduleRules } from './schedule-rules.ts'
import { stockRules } from './stock-rules.ts'
import { variantRules } from './variant-rules.ts'

const dayMs = 24 * 60 * 60_000

/** The parts of a shop that are checked. */
export interface CheckedShop {
  db: Db
  images: ImageStorage
  payments: PaymentProvider
  clock: Clock
  /** The shop's public origin. */
  origin: string
}

export interface CheckOptions {
  /** The provider is queried for payments since this time; by default since 30 days ago. */
  since?: Date
  /** Aborts the check when the shop closes. */
  signal?: AbortSignal
}

/**
 * Checks whether the shop's data is consistent: a snapshot of the database, then the picture storage and the payment provider.
 * It changes nothing.
 * @throws ShopError 409 when it was aborted
 */
export async function checkShop(shop: CheckedShop, { since, signal }: CheckOptions = {}): Promise<Check> {
  const { db, images, payments, clock, origin } = shop
  const now = clock.now()
  const goOn = () => {
    if (signal?.aborted) throw conflict('The shop was closed meanwhile.')
  }
  const { results, pictures } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`set local statement_timeout = '60s'`.execute(tx)
      return { results: await checkTables(tx, origin, now, goOn), pictures: await findPictures(tx) }
    })
  const files = await unlessUnreachable(checkFiles(db, images, pictures, goOn))
  const asked = { since: since ?? new Date(+now - 30 * dayMs), now, goOn }
  const paid = await checkPayments(db, payments, asked)
  return { checkedAt: now.toISOString(), rules: [...results, files, paid] }
}

/** Counts the records of a restored database that violate a rule; only the rules that need nothing but its tables, not even the time. */
export async function countBroken(db: Db, origin: string): Promise<number> {
  return await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    return brokenIn({ rules: await checkTables(tx, origin, new Date(0), () => undefined) })
  })
}

async function checkTables(tx: Tx, origin: string, now: Date, goOn: () => void): Promise<RuleResult[]> {
  const found: RuleResult[] = []
  for (const { find, ...rule } of rulesOf(origin, now)) {
    goOn()
    found.push({ ...rule, ...(await find(tx)) })
  }
  return found
}

const rulesOf = (origin: string, now: Date): Rule[] => [
  ...orderRules,
  ...refundRules,
  ...returnRules,
  ...invoiceRules(now),
  ...catalogueRules(origin),
  ...variantRules,
  ...scheduleRules(now),
  ...stockRules,
  ...auditRules,
  ...tallyRules,
]

async function unlessUnreachable(checking: Promise<RuleResult>): Promise<RuleResult> {
  try {
    return await checking
  } catch (error) {
    if (error instanceof ShopError && error.statusCode === 503) return filesUnknown()
    throw error
  }
}
