import { useState } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import type { Delivery } from '#domain/stock/delivery.ts'
import { useUndo } from '../../../session/use-undo.ts'
import { useIsAdmin } from '../../../session/use-user.ts'
import { deliveriesOnPage, useListDeliveriesQuery } from '../../../stock/api.ts'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { button } from '../../../ui/form/button.ts'
import { Link } from '../../../ui/link.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'
import { LocalTime } from '../../../ui/local-time.tsx'

const toForm = (
  <Link to="/dashboard/stock/delivery" className={button.primary}>
    Receive a delivery
  </Link>
)

export default function StockDeliveries() {
  const { page } = useListAddress()
  const answer = useListDeliveriesQuery(page, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Deliveries" answer={answer} failure="The deliveries could not be loaded." action={toForm}>
      {listed => (
        <PagedList
          listed={listed}
          limit={deliveriesOnPage}
          noun={['delivery', 'deliveries']}
          whenNone={<Notice action={toForm}>No delivery has come yet.</Notice>}
        >
          {deliveries => (
            <ol className="flex flex-col gap-4">
              {deliveries.map(delivery => (
                <DeliveryCard key={delivery._id} delivery={delivery} />
              ))}
            </ol>
          )}
        </PagedList>
      )}
    </DashboardPage>
  )
}

function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const { note, at, by, pieces, cost, lines, auditId } = delivery
  const undo = useUndo()
  const isAdmin = useIsAdmin()
  const [isBusy, setIsBusy] = useState(false)

  async function takeBack(id: string) {
    if (isBusy) return
    setIsBusy(true)
    await undo(id)
    setIsBusy(false)
  }

  return (
    <li className="rounded-card border border-line bg-paper p-5 text-sm tabular-nums">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className={`text-base [overflow-wrap:anywhere] ${auditId ? '' : 'line-through'}`}>
            {`${pieces} ${pieces === 1 ? 'piece' : 'pieces'}${note && `: ${note}`}`}
          </p>
          <p className="text-stone text-xs">
            <LocalTime at={at} /> · {by || 'The command line'}
            {cost > 0 && ` · ${formatCents(toCents(cost))}`}
            {!auditId && ' · taken back'}
          </p>
        </div>
        {isAdmin && auditId && (
          <button type="button" className={button.quiet} aria-disabled={isBusy} onClick={() => takeBack(auditId)}>
            Take back
          </button>
        )}
      </div>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {lines.map(({ variantId, productId, name, size, sku, pieces: n, cost: each }) => (
          <li key={variantId} className="flex justify-between gap-4 py-2">
            <span className="[overflow-wrap:anywhere]">
              <Link to={`/dashboard/stock/${productId}`} className="underline decoration-edge underline-offset-4">
                {name}
              </Link>
              , {size}
              {sku && <span className="text-stone"> · {sku}</span>}
            </span>
            <span className="whitespace-nowrap">
              {n}
              {each !== undefined && ` × ${formatCents(toCents(each))}`}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
