import { type ChosenDelivery, chooseDelivery } from '#domain/costs/delivery.ts'
import { codeRefusalSentence, isCode, tidyCode } from '#domain/costs/discount-code.ts'
import { formatCents } from '#domain/money.ts'
import type { CheckoutRequest } from '#domain/orders/checkout.ts'
import type { Db } from '../db/connection.ts'
import { badRequest, ShopError } from '../lib/errors.ts'
import type { PaymentDelivery } from '../payments/provider.ts'
import { findCategoryName, readSettings } from '../settings/queries.ts'
import type { PlacedOrder } from './place-order.ts'

/** What a buyer chose beside the goods, by the settings of this moment. */
export interface ChosenCosts {
  delivery: ChosenDelivery
  /** A discount code that could be one, tidied. */
  code?: string
}

/** @throws ShopError 400 for a country or a way of delivery that the shop does not offer, 409 `code_refused` for what is no code */
export async function readChosenCosts(
  db: Db,
  { country, method, code: typed = '' }: Pick<CheckoutRequest, 'country' | 'method' | 'code'>,
): Promise<ChosenCosts> {
  const settings = await readSettings(db, 'delivery', 'tax')
  const chosen = chooseDelivery(settings, { country, method })
  if (chosen.error !== undefined) throw badRequest(chosen.error)
  const code = tidyCode(typed)
  if (code !== '' && !isCode(code)) throw refusedCode(codeRefusalSentence('unknown'))
  return { delivery: chosen.delivery, ...(code !== '' && { code }) }
}

/** The delivery as the provider needs it. */
export const paymentDeliveryOf = (
  { country, method }: ChosenDelivery,
  deliveryCents: number,
): PaymentDelivery | undefined =>
  country === undefined
    ? undefined
    : {
        country,
        deliveryCents,
        method: method?.name ?? null,
        isPickup: method?.isPickup ?? false,
        minDays: method?.minDays ?? null,
        maxDays: method?.maxDays ?? null,
      }

export async function codeError(
  db: Db,
  { refusal, minCents, category }: NonNullable<PlacedOrder['refused']>,
): Promise<ShopError> {
  const name = category ? await findCategoryName(db, category) : category
  return refusedCode(codeRefusalSentence(refusal, { min: formatCents(minCents), category: name }))
}

const refusedCode = (sentence: string) => new ShopError(409, 'code_refused', sentence)
