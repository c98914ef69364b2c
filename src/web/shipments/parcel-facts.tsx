import type { Shipment } from '#domain/orders/order.ts'
import { parcelName } from '#domain/shipments/shipment.ts'
import { LocalTime } from '../ui/local-time.tsx'

/** A parcel: its carrier and number, as a link where the carrier says where it is, and when it was sent and delivered. */
export function ParcelFacts({ parcel }: { parcel: Shipment }) {
  const { url, sentAt, deliveredAt } = parcel
  const name = parcelName(parcel) || 'A parcel'
  return (
    <>
      <p className="tabular-nums [overflow-wrap:anywhere]">
        {url ? (
          <a
            href={url}
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-rosewood md:min-h-9"
          >
            {name}
          </a>
        ) : (
          <span className="inline-flex min-h-11 items-center md:min-h-9">{name}</span>
        )}
      </p>
      <p className="text-stone text-xs tabular-nums">
        Sent <LocalTime at={sentAt} />
        {deliveredAt && (
          <>
            , delivered <LocalTime at={deliveredAt} />
          </>
        )}
      </p>
    </>
  )
}
