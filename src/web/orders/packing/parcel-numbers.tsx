import type { ClipboardEvent } from 'react'
import { v4 } from 'uuid'
import type { PackingOrder } from '#domain/orders/packing.ts'
import { parcelLimits } from '#domain/shipments/shipment.ts'
import { CarrierField } from '../../shipments/carrier-field.tsx'
import { controlShape } from '../../ui/form/control-shape.ts'

/** One carrier for all ticked orders, and a tracking number for each; a pasted column fills the numbers from there on. */
export const ParcelNumbers = ({ ticked }: { ticked: readonly PackingOrder[] }) => (
  <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
    <legend className="float-left mb-1 text-sm">Parcels, if you have their numbers</legend>
    <CarrierField />
    <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1" onPaste={pasteColumn}>
      {ticked.map(({ _id, number }) => (
        <li key={_id}>
          <label className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 text-sm tabular-nums">
            #{number}
            <input
              name={_id}
              aria-label={`Tracking number of #${number}`}
              autoComplete="off"
              maxLength={parcelLimits.number}
              className={`${controlShape} border-edge`}
            />
          </label>
        </li>
      ))}
    </ul>
    {ticked.length > 1 && (
      <p className="text-stone text-xs">
        A column that you copied from a spreadsheet fills the numbers from where you paste.
      </p>
    )}
  </fieldset>
)

/** Spreadsheets copy a column as one line for each cell. */
function pasteColumn(event: ClipboardEvent<HTMLUListElement>) {
  const cells = event.clipboardData.getData('text/plain').split(/\r\n|\r|\n/)
  if (cells.at(-1) === '') cells.pop()
  if (cells.length < 2) return
  event.preventDefault()
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const first = inputs.indexOf(event.target as HTMLInputElement)
  for (const [index, cell] of cells.entries()) {
    const input = inputs[first + index]
    if (input) input.value = cell.trim().slice(0, parcelLimits.number)
  }
}

/** The parcels that were typed: of the orders with a number, or all of them when only a carrier was typed. */
export function readParcels(form: HTMLFormElement, ids: readonly string[]) {
  const typed = new FormData(form)
  const read = (name: string) => String(typed.get(name) ?? '').trim()
  const carrier = read('carrier')
  const parcels = ids.map(order => ({ order, id: v4(), carrier, number: read(order) }))
  return parcels.filter(({ number }) => carrier !== '' || number !== '')
}
