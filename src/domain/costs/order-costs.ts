import { type Static, Type } from 'typebox'
import { formatCents, toCents, toDollars } from '../money.ts'

/** The parts of an order's amount, in dollars: amount = goods - discount + delivery. */
export const OrderCosts = Type.Object({
  goods: Type.Number(),
  discount: Type.Number(),
  code: Type.Union([Type.String(), Type.Null()], { description: 'The discount code' }),
  delivery: Type.Number(),
  method: Type.Union([Type.String(), Type.Null()], { description: 'How it is delivered, as the owner called it' }),
  isPickup: Type.Boolean({ description: 'The buyer fetches it in the shop' }),
  tax: Type.Number({ description: 'A part of the amount' }),
  taxRate: Type.Union([Type.Number(), Type.Null()], { description: 'In percent; null without tax' }),
  taxLabel: Type.Union([Type.String(), Type.Null()]),
})
export type OrderCosts = Static<typeof OrderCosts>

/** The columns of an order that have its parts, in cents. */
export interface CostColumns {
  amount_cents: number
  goods_cents: number | null
  discount_cents: number
  discount_code: string | null
  delivery_cents: number
  delivery_method: string | null
  is_pickup: boolean
  tax_cents: number
  tax_bp: number | null
  tax_label: string | null
}

/** Names of these columns, to select them. */
export const costColumns = [
  ...(['amount_cents', 'goods_cents', 'discount_cents', 'discount_code', 'delivery_cents', 'delivery_method'] as const),
  ...(['is_pickup', 'tax_cents', 'tax_bp', 'tax_label'] as const),
]

/** An order of a release before 0.14 has no parts: its goods are its amount. */
export const toOrderCosts = (row: CostColumns): OrderCosts => ({
  goods: toDollars(row.goods_cents ?? row.amount_cents),
  discount: toDollars(row.discount_cents),
  code: row.discount_code,
  delivery: toDollars(row.delivery_cents),
  method: row.delivery_method,
  isPickup: row.is_pickup,
  tax: toDollars(row.tax_cents),
  taxRate: row.tax_bp === null ? null : row.tax_bp / 100,
  taxLabel: row.tax_label,
})

/**
 * The parts of an amount as people read them, the same on the page, in the e-mail and on the invoice: each with its name. The last
 * ones are the total and, where there is one, the tax in it.
 */
export function costRows(costs: OrderCosts, amount: number): [name: string, text: string][] {
  const print = (dollars: number) => formatCents(toCents(dollars))
  const hasParts = costs.discount > 0 || costs.delivery > 0
  return [
    ...(hasParts ? [['Goods', print(costs.goods)] as [string, string]] : []),
    ...(costs.discount > 0
      ? [[`Discount ${costs.code ?? ''}`.trim(), `−${print(costs.discount)}`] as [string, string]]
      : []),
    [deliveryName(costs), costs.delivery > 0 ? print(costs.delivery) : 'Free'],
    ['Total', print(amount)],
    ...(costs.taxRate === null ? [] : [[taxName(costs), print(costs.tax)] as [string, string]]),
  ]
}

export const deliveryName = ({ method }: Pick<OrderCosts, 'method'>): string =>
  method === null ? 'Delivery' : `Delivery, ${method}`

export const taxName = ({ taxRate, taxLabel }: Pick<OrderCosts, 'taxRate' | 'taxLabel'>): string =>
  `Includes ${taxRate} % ${taxLabel ?? 'tax'}`
