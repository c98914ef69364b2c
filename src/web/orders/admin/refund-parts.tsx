import { currencyNoun } from '#domain/currency.ts'
import { formatCents, plainAmount, toCents } from '#domain/money.ts'
import type { Refundable, ShownOrder } from '#domain/orders/order.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { controlShape } from '../../ui/form/control-shape.ts'
import { Field } from '../../ui/form/field.tsx'
import { type RefundChoice, readAmount } from './refund-choice.ts'

const money = (dollars: number) => formatCents(toCents(dollars))

interface RefundPartsProps {
  products: NonNullable<ShownOrder['products']>
  refundable: Refundable
  choice: RefundChoice
  onChange: (choice: RefundChoice) => void
}

/** The parts of an order from which an admin chooses what goes back. */
export function RefundParts({ products, refundable, choice, onChange }: RefundPartsProps) {
  return (
    <div className="flex flex-col gap-4 border-line border-l pl-4">
      <ul className="flex flex-col gap-3">
        {products.map(product => (
          <li key={product.position}>
            <Pieces
              product={product}
              amounts={refundable.lines.find(({ position }) => position === product.position)?.pieces ?? []}
              value={choice.pieces[product.position] ?? 0}
              onChange={quantity => onChange({ ...choice, pieces: { ...choice.pieces, [product.position]: quantity } })}
            />
          </li>
        ))}
      </ul>
      {refundable.delivery > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-wine"
            checked={choice.delivery}
            onChange={event => onChange({ ...choice, delivery: event.target.checked })}
          />
          <span>
            Delivery, <span className="tabular-nums">{money(refundable.delivery)}</span>
          </span>
        </label>
      )}
      <Field
        label={`A further amount in ${currencyNoun()}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={plainAmount(0)}
        value={choice.amount}
        onChange={event => onChange({ ...choice, amount: event.target.value })}
        error={readAmount(choice.amount) === undefined ? `Type an amount such as ${plainAmount(1_250)}.` : undefined}
      />
    </div>
  )
}

interface PiecesProps {
  product: RefundPartsProps['products'][number]
  /** What 1, 2, … of the pieces that are left return. */
  amounts: readonly number[]
  value: number
  onChange: (quantity: number) => void
}

/** How many pieces of a line go back. */
function Pieces({ product: { name, size, color, quantity, price }, amounts, value, onChange }: PiecesProps) {
  const about = [describeVariation({ color, size }), `${quantity} × ${money(price)}`].filter(Boolean).join(' · ')
  const label = (
    <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
      {name}
      <span className="block text-stone text-xs tabular-nums">{about}</span>
    </span>
  )
  if (amounts.length === 0)
    return (
      <div className="flex min-h-11 items-center justify-between gap-4">
        {label}
        <span className="shrink-0 text-sm text-stone">refunded</span>
      </div>
    )
  return (
    <label className="flex items-center justify-between gap-4">
      {label}
      <select
        className={`${controlShape} max-w-36 shrink-0 border-edge tabular-nums`}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      >
        <option value={0}>0 of {amounts.length}</option>
        {amounts.map((amount, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is the number of pieces
          <option key={index} value={index + 1}>
            {index + 1}: {money(amount)}
          </option>
        ))}
      </select>
    </label>
  )
}
