import { currencyNoun, currencySign } from '#domain/currency.ts'
import { type Column, rowAction, Table } from '../../ui/list/table.tsx'
import type { TypedLine, useDelivery } from './use-delivery.ts'

const inField = 'min-h-11 rounded-control border bg-paper px-2 text-right text-base tabular-nums md:min-h-10 md:text-sm'

/** The lines of a delivery, to be corrected. */
export function DeliveryLines({
  lines,
  change,
  remove,
}: Pick<ReturnType<typeof useDelivery>, 'lines' | 'change' | 'remove'>) {
  const nameOf = ({ name, size }: TypedLine) => `${name}, ${size}`
  const columns: Column<TypedLine>[] = [
    {
      header: 'Size',
      onCard: 'title',
      cell: line => (
        <div>
          {nameOf(line)}
          <span className="block text-stone text-xs">
            {line.shelf === null
              ? 'Not counted so far: counting begins with these pieces.'
              : `${line.shelf} on the shelf before`}
            {line.sku && ` · SKU ${line.sku}`}
          </span>
          {(line.error ?? line.costError) && (
            <span role="alert" className="block text-danger text-xs">
              {line.error ?? line.costError}
            </span>
          )}
        </div>
      ),
    },
    {
      header: 'Pieces',
      align: 'right',
      cell: line => (
        <input
          aria-label={`Pieces of ${nameOf(line)}`}
          aria-invalid={line.error ? true : undefined}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={line.pieces}
          onChange={({ target }) => change(line.variantId, { pieces: target.value })}
          onFocus={({ target }) => target.select()}
          className={`${inField} w-20 ${line.error ? 'border-danger' : 'border-edge'}`}
        />
      ),
    },
    {
      header: `Cost of a piece, ${currencySign()}`,
      align: 'right',
      cell: line => (
        <input
          aria-label={`Cost of a piece of ${nameOf(line)}, in ${currencyNoun()}`}
          inputMode="decimal"
          maxLength={14}
          autoComplete="off"
          placeholder="optional"
          value={line.cost}
          onChange={({ target }) => change(line.variantId, { cost: target.value })}
          aria-invalid={line.costError ? true : undefined}
          className={`${inField} w-28 placeholder:text-stone ${line.costError ? 'border-danger' : 'border-edge'}`}
        />
      ),
    },
    {
      header: 'Remove',
      isAction: true,
      cell: line => (
        <button
          type="button"
          className={`${rowAction} text-danger`}
          aria-label={`Remove ${nameOf(line)}`}
          onClick={() => remove(line.variantId)}
        >
          Remove
        </button>
      ),
    },
  ]
  return (
    <Table
      caption="The delivery, the newest line first"
      columns={columns}
      rows={lines}
      keyOf={({ variantId }) => variantId}
    />
  )
}
