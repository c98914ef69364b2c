import { useState } from 'react'
import type { PackingOrder, PackingView, ShipAnswer } from '#domain/orders/packing.ts'
import { joinAnswers } from '../../join-answers.ts'
import { packingOnPage, useCountToPackQuery, useListToPackQuery } from '../../orders/packing/api.ts'
import { NotShipped } from '../../orders/packing/not-shipped.tsx'
import { PackingFilter, usePackingView } from '../../orders/packing/packing-filter.tsx'
import { PackingList } from '../../orders/packing/packing-list.tsx'
import { PackingSlips } from '../../orders/packing/packing-slips.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const startOfDay = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

export default function Packing() {
  const { page, q } = useListAddress()
  const [view, since] = [usePackingView(), startOfDay()]
  const counts = useCountToPackQuery(since, { refetchOnMountOrArgChange: true })
  const list = useListToPackQuery({ page, q, view, since }, { refetchOnMountOrArgChange: true })
  const [refused, setRefused] = useState<ShipAnswer[]>([])
  const [printing, setPrinting] = useState<PackingOrder[]>()
  return (
    <>
      <div className={printing ? 'print:hidden' : ''}>
        <DashboardPage
          title="Packing"
          answer={joinAnswers(list, counts)}
          failure="Failed to load the orders to pack!"
          action={
            <Link to="/dashboard/packing/parcels" className={button.quiet}>
              Send a list of parcels
            </Link>
          }
          tools={
            <>
              <SearchField label="Search orders" placeholder="Number, ID or e-mail" />
              <PackingFilter counts={counts.data} />
            </>
          }
        >
          {([listed]) => (
            <>
              <NotShipped refused={refused} onClose={() => setRefused([])} />
              {listed.rows.length === 0 && q === '' && page === 1 ? (
                <Notice>{whenNone[view]}</Notice>
              ) : (
                <PagedList listed={listed} limit={packingOnPage} noun={['order', 'orders']} whenNone={null}>
                  {orders => (
                    <PackingList
                      key={`${view} ${page} ${q}`}
                      orders={orders}
                      canShip={view !== 'packed'}
                      onPrint={setPrinting}
                      onShipped={setRefused}
                    />
                  )}
                </PagedList>
              )}
            </>
          )}
        </DashboardPage>
      </div>
      {printing && <PackingSlips orders={printing} onPrinted={() => setPrinting(undefined)} />}
    </>
  )
}

const whenNone: Record<PackingView, string> = {
  all: 'Everything is packed. Paid orders appear here, the oldest first.',
  ready: 'No order is ready to pack.',
  waiting: 'No order waits for pieces.',
  packed: 'Nothing was packed today yet.',
}
