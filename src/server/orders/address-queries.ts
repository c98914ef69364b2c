import type { ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Tables } from '../db/tables.ts'

/** Selects the delivery address with an order, as the domain's `Address`; null without one. */
export const orderAddress = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonObjectFrom(
    selectFrom('address')
      .select(['name', 'line1', 'line2', 'city', 'state', 'postal_code as postalCode', 'country', 'phone'])
      .whereRef('address.order_id', '=', 'order.id'),
  ).as('address')
