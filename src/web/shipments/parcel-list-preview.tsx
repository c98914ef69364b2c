import type { ParcelList, ParcelOutcome, ParcelRow } from '#domain/shipments/bulk.ts'
import { Badge, type Tone } from '../ui/feedback/badge.tsx'
import { button } from '../ui/form/button.ts'
import { type Column, Table } from '../ui/list/table.tsx'

const badges: Record<ParcelOutcome, { tone: Tone; label: string }> = {
  ships: { tone: 'green', label: 'ships' },
  further: { tone: 'blue', label: 'further parcel' },
  already: { tone: 'grey', label: 'sent before' },
  empty: { tone: 'grey', label: 'empty' },
  refused: { tone: 'red', label: 'not sent' },
}

const columns: Column<ParcelRow>[] = [
  { header: 'Line', onCard: 'corner', cell: ({ line }) => line },
  { header: 'Order', onCard: 'title', cell: ({ order }) => <span className="wrap-anywhere">{order || '–'}</span> },
  {
    header: 'Parcel',
    cell: ({ carrier, number }) => <span className="wrap-anywhere">{`${carrier} ${number}`.trim() || '–'}</span>,
  },
  {
    header: 'What happens',
    cell: ({ outcome, sentence }) => (
      <div className="flex flex-wrap items-center gap-2 max-md:justify-end">
        <Badge tone={badges[outcome].tone}>{badges[outcome].label}</Badge>
        <span>{sentence}</span>
      </div>
    ),
  },
]

const parcels = (n: number) => (n === 1 ? '1 parcel' : `${n} parcels`)

interface ParcelListPreviewProps {
  list: ParcelList
  isBusy: boolean
  onConfirm: () => void
}

/** What a list of parcels does, row by row, with the button that does it; or what it has done. */
export function ParcelListPreview({ list: { rows, sent, isDone }, isBusy, onConfirm }: ParcelListPreviewProps) {
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length
  const others = refused > 0 ? ` ${refused === 1 ? '1 line is' : `${refused} lines are`} left out.` : ''
  return (
    <section aria-labelledby="preview-title" className="flex flex-col gap-4">
      <h2 id="preview-title" className="text-2xl">
        {isDone ? 'Sent' : 'What will happen'}
      </h2>
      <p role="status" className="tabular-nums">
        {isDone ? `${parcels(sent)} sent.` : sent === 0 ? 'Nothing is to be sent.' : `${parcels(sent)} to send.`}
        {others}
      </p>
      {!isDone && sent > 0 && (
        <button
          type="button"
          className={`${button.primary} self-start tabular-nums`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onConfirm()}
        >
          {isBusy ? 'Sending…' : `Send ${parcels(sent)}`}
        </button>
      )}
      <Table caption="The rows of the list" columns={columns} rows={rows} keyOf={({ line }) => String(line)} />
    </section>
  )
}
