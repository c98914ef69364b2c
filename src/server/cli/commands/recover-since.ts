import { openPayments } from '../../payments/open-payments.ts'
import { ProviderUnavailable } from '../../payments/provider.ts'
import { recoverPayments } from '../../payments/recover.ts'
import { loadCurrency } from '../../settings/queries.ts'
import { installShopFunctions } from '../../start/sql-functions.ts'
import type { Answer, Shop } from '../run.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Asks the provider for what was paid since a time. The restore stays valid when it does not answer.
 * @param again the command that asks once more
 */
export async function recoverSince(shop: Shop, madeAt: string, again: string): Promise<Answer> {
  try {
    const recovered = await askForPayments(shop, new Date(Date.parse(madeAt) - dayMs))
    const { orders, payments, owed, lastInvoice } = recovered
    const text = [
      `From the payment provider: ${orders} orders that the backup did not know, and ${payments} payments or refunds of others.`,
      ...owed.map(
        ({ orderId, name, owed, quantity }) =>
          `Paid, and missing by the stock of the backup: ${owed} of ${quantity} ${name}, in order ${orderId}.`,
      ),
      ...(lastInvoice
        ? [`Invoices go on after ${lastInvoice}: the numbers up to it may have been given after the backup.`]
        : []),
    ]
    return { text: text.join('\n'), data: { recovered } }
  } catch (error) {
    const why = error instanceof ProviderUnavailable ? 'it does not answer' : (error as Error).message
    const text = `What was paid after the backup is not here yet, and no invoice is given, for the payment provider could not be asked (${why}): later type: ${again} --only-payments`
    return { text, data: { recovered: null }, bad: true }
  }
}

async function askForPayments(shop: Shop, since: Date) {
  const { db, clock, ids, config } = shop
  await installShopFunctions(db)
  await loadCurrency(db)
  const payments = await openPayments(config, { ...shop, log: { warn: () => undefined } })
  try {
    return await recoverPayments({ db, payments: payments.provider, clock, ids, origin: config.publicOrigin }, since)
  } finally {
    await payments.close()
  }
}
