import { type MouseEvent, useState } from 'react'
import type { Shipment } from '#domain/orders/order.ts'
import { parcelName } from '#domain/shipments/shipment.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { rowAction } from '../ui/list/table.tsx'
import { useCorrectParcelMutation } from './api.ts'
import { ParcelDialog, type ShippedOrder } from './parcel-dialog.tsx'
import { ParcelFacts } from './parcel-facts.tsx'
import { RemoveParcel } from './remove-parcel.tsx'

interface AdminParcelsProps {
  order: ShippedOrder
  parcels: readonly Shipment[]
}

/** The parcels of an order with what staff and admins do with them. */
export function AdminParcels({ order, parcels }: AdminParcelsProps) {
  const [edited, setEdited] = useState<Shipment | 'new'>()
  const [removed, setRemoved] = useState<Shipment>()
  const [correct, { isLoading }] = useCorrectParcelMutation()

  async function mark({ _id: id, deliveredAt }: Shipment) {
    if (isLoading) return
    const { error } = await correct({ id, delivered: !deliveredAt })
    if (!error) return toast.say(deliveredAt ? 'Marked as not delivered' : 'Marked as delivered')
    console.info('The parcel was not marked', error)
    toast.alert(`The parcel was not marked. ${formErrorOf(error)}`)
  }

  return (
    <section aria-labelledby="parcels-title" className="mt-8">
      <h3 id="parcels-title" className="mb-1 text-lg">
        Parcels
      </h3>
      {parcels.length > 0 && (
        <ul className="mb-3 divide-y divide-line text-sm">
          {parcels.map(parcel => (
            <li key={parcel._id} className="py-2">
              <ParcelFacts parcel={parcel} />
              <p className="-mx-2 flex flex-wrap">
                <Action label="Correct" parcel={parcel} onTake={() => setEdited(parcel)} />
                <Action
                  label={parcel.deliveredAt ? 'Not delivered' : 'Delivered'}
                  parcel={parcel}
                  isBusy={isLoading}
                  onTake={({ detail }) => detail < 2 && mark(parcel)}
                />
                <Action label="Remove" parcel={parcel} onTake={() => setRemoved(parcel)} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className={`${button.quiet} w-full`} onClick={() => setEdited('new')}>
        Send a parcel
      </button>
      <ParcelDialog key={order.id} order={order} edited={edited} onClose={() => setEdited(undefined)} />
      <RemoveParcel parcel={removed} onClose={() => setRemoved(undefined)} />
    </section>
  )
}

interface ActionProps {
  label: string
  parcel: Shipment
  isBusy?: boolean
  onTake: (event: MouseEvent) => void
}

const Action = ({ label, parcel, isBusy = false, onTake }: ActionProps) => (
  <button
    type="button"
    aria-label={`${label}: ${parcelName(parcel)}`}
    aria-disabled={isBusy}
    className={rowAction}
    onClick={onTake}
  >
    {label}
  </button>
)
