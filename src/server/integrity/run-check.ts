import type { Check } from '#domain/integrity.ts'
import { alone } from '../jobs/nightly.ts'
import { type JobContext, runJob } from '../jobs/run-job.ts'
import { conflict } from '../lib/errors.ts'
import { type CheckedShop, type CheckOptions, checkShop } from './check-shop.ts'

export type CheckBook = CheckedShop & JobContext

/** Checks the shop and records the result. */
export const recordCheck = (book: CheckBook, options?: CheckOptions): Promise<Check> =>
  runJob(book, 'check', () => checkShop(book, options))

/**
 * The same, unless another check is running.
 * @param begun is called when it begins
 * @throws ShopError 409 when another check is running
 */
export async function checkAlone(
  book: CheckBook,
  { begun, ...options }: CheckOptions & { begun?: () => void } = {},
): Promise<Check> {
  let check: Check | undefined
  await alone(book.db, 'check', async () => {
    begun?.()
    check = await recordCheck(book, options)
  })
  if (!check) throw conflict('A check is under way already: wait until it is done.')
  return check
}
