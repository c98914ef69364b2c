import { useEffect, useEffectEvent, useRef } from 'react'
import type { PackingOrder } from '#domain/orders/packing.ts'
import { PackingSlip } from '../admin/packing-slip.tsx'

interface PackingSlipsProps {
  orders: readonly PackingOrder[]
  onPrinted: () => void
}

/** Prints packing slips, one on each page, once their pictures have loaded. */
export function PackingSlips({ orders, onPrinted }: PackingSlipsProps) {
  const slips = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(onPrinted)

  useEffect(() => {
    let isHere = true
    const pictures = [...(slips.current?.querySelectorAll('img') ?? [])]
    // A picture that does not load is left out: the slip is needed all the same.
    Promise.allSettled(pictures.map(picture => picture.decode())).then(() => {
      if (!isHere) return
      addEventListener('afterprint', () => done(), { once: true })
      print()
    })
    return () => {
      isHere = false
    }
  }, [])

  return (
    <div ref={slips}>
      {orders.map(order => (
        <div key={order._id} className="break-after-page last:break-after-auto">
          <PackingSlip order={order} />
        </div>
      ))}
    </div>
  )
}
