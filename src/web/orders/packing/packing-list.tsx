import { useState } from 'react'
import { missingPieces, type PackingOrder, type ShipAnswer } from '#domain/orders/packing.ts'
import { button } from '../../ui/form/button.ts'
import { NoteDialog } from './note-dialog.tsx'
import { PackingCard } from './packing-card.tsx'
import { orders as ordersWords, ShipDialog } from './ship-dialog.tsx'

interface PackingListProps {
  orders: readonly PackingOrder[]
  /** What was shipped today is only looked at. */
  canShip: boolean
  onPrint: (ticked: PackingOrder[]) => void
  onShipped: (refused: ShipAnswer[]) => void
}

/** The orders of a page, to tick, print and ship. */
export function PackingList({ orders, canShip, onPrint, onShipped }: PackingListProps) {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [shipping, setShipping] = useState<PackingOrder[]>()
  const [noted, setNoted] = useState<PackingOrder>()

  const free = orders.filter(({ products }) => missingPieces(products) === 0)
  const ticked = free.filter(({ _id }) => ticks.has(_id))
  const isEveryTicked = free.length > 0 && ticked.length === free.length

  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticks)
    isTicked ? next.add(id) : next.delete(id)
    setTicks(next)
  }

  return (
    <>
      {canShip && (
        <div className="z-10 sm:sticky sm:top-16 -mx-2 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-ivory px-2 py-3">
          <label className="mr-auto inline-flex max-sm:w-full min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={isEveryTicked}
              disabled={free.length === 0}
              onChange={() => setTicks(new Set(isEveryTicked ? [] : free.map(({ _id }) => _id)))}
              className="size-5 shrink-0 accent-wine"
            />
            Tick all on this page
          </label>
          <button
            type="button"
            className={`${button.quiet} tabular-nums max-sm:grow max-sm:px-4`}
            disabled={ticked.length === 0}
            onClick={() => onPrint(ticked)}
          >
            Print {ticked.length === 1 ? '1 slip' : `${ticked.length} slips`}
          </button>
          <button
            type="button"
            className={`${button.primary} tabular-nums max-sm:grow max-sm:px-4`}
            disabled={ticked.length === 0}
            aria-label={`Packed and shipped: ${ordersWords(ticked.length)}`}
            onClick={() => setShipping(ticked)}
          >
            Packed and shipped ({ticked.length})
          </button>
        </div>
      )}
      <ul className="flex flex-col gap-4">
        {orders.map(order => (
          <PackingCard
            key={order._id}
            order={order}
            {...(canShip && {
              tick: { isTicked: ticks.has(order._id), onChange: isTicked => tick(order._id, isTicked) },
            })}
            onNote={() => setNoted(order)}
          />
        ))}
      </ul>
      <ShipDialog
        ticked={shipping}
        onClose={() => setShipping(undefined)}
        onShipped={answers => {
          setTicks(new Set())
          onShipped(answers.filter(({ outcome }) => outcome !== 'shipped'))
        }}
      />
      <NoteDialog order={noted} onClose={() => setNoted(undefined)} />
    </>
  )
}
