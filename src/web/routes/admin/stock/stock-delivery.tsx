import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { readTypedCount } from '#domain/products/stock.ts'
import { deliveryLimits } from '#domain/stock/delivery.ts'
import { AddLine } from '../../../stock/delivery/add-line.tsx'
import { DeliveryLines } from '../../../stock/delivery/delivery-lines.tsx'
import { useDelivery } from '../../../stock/delivery/use-delivery.ts'
import { AnnouncedLine } from '../../../ui/feedback/live-region.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { button } from '../../../ui/form/button.ts'
import { Field } from '../../../ui/form/field.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'

export default function StockDelivery() {
  const delivery = useDelivery()
  const [note, setNote] = useState('')
  const navigate = useNavigate()
  const { lines, unknown, error, isSaving } = delivery
  const pieces = lines.reduce((sum, line) => sum + (readTypedCount(line.pieces) ?? 0), 0)

  async function receive() {
    const received = await delivery.save(note)
    if (received === undefined) return
    flushSync(() => setNote(''))
    toast.say(`${received} ${received === 1 ? 'piece is' : 'pieces are'} received.`)
    navigate('/dashboard/stock/deliveries')
  }

  return (
    <>
      <PageTitle>Receive a delivery</PageTitle>
      <LeaveGuard isUnsaved={lines.length > 0} />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl md:text-4xl">Receive a delivery</h1>
        <Link to="/dashboard/stock/deliveries" className={button.quiet}>
          Deliveries
        </Link>
      </div>
      <div className="flex max-w-3xl flex-col gap-6">
        <AddLine {...delivery} />
        {unknown.length > 0 && (
          <div role="alert" className="border-danger border-l-2 pl-3 text-sm">
            <p className="text-danger">
              {`Not found: ${unknown.map(({ code, pieces: n }) => (n > 1 ? `${code} (${n})` : code)).join(', ')}. No size on sale has this SKU or barcode.`}
            </p>
            <button type="button" className="min-h-11 underline underline-offset-4" onClick={delivery.forget}>
              Leave them out
            </button>
          </div>
        )}
        {lines.length > 0 && (
          <>
            <AnnouncedLine>
              {`${pieces} ${pieces === 1 ? 'piece' : 'pieces'} of ${lines.length} ${lines.length === 1 ? 'size' : 'sizes'}`}
            </AnnouncedLine>
            <DeliveryLines {...delivery} />
          </>
        )}
        <Field
          label="Note"
          hint="Such as the supplier and the number of the delivery note."
          value={note}
          maxLength={deliveryLimits.note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
        <button
          type="button"
          className={`${button.primary} self-start`}
          disabled={lines.length === 0 || isSaving}
          onClick={receive}
        >
          {isSaving ? 'Receiving…' : `Receive ${pieces || ''} ${pieces === 1 ? 'piece' : 'pieces'}`}
        </button>
      </div>
    </>
  )
}
