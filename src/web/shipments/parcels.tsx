import type { Shipment } from '#domain/orders/order.ts'
import { ParcelFacts } from './parcel-facts.tsx'

/** The parcels of an order for its buyer; nothing while there are none. */
export function Parcels({ parcels = [] }: { parcels: readonly Shipment[] | undefined }) {
  if (parcels.length === 0) return null
  return (
    <section aria-labelledby="parcels-title" className="mt-10">
      <h2 id="parcels-title" className="text-2xl">
        {parcels.length === 1 ? 'Your parcel' : 'Your parcels'}
      </h2>
      <ul className="mt-3 divide-y divide-line border-line border-y text-sm">
        {parcels.map(parcel => (
          <li key={parcel._id} className="py-3">
            <ParcelFacts parcel={parcel} />
          </li>
        ))}
      </ul>
    </section>
  )
}
