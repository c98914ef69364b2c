import { describeLostDemand, readDays, usualDays } from '#domain/stock/lost-demand.ts'
import { useLostDemandQuery, wantedOnPage } from '../../../stock/api.ts'
import { WantedTable } from '../../../stock/demand/wanted-table.tsx'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FilterField } from '../../../ui/form/filter-field.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

const times = [
  { value: '7', label: '7 days' },
  { value: '', label: `${usualDays} days` },
  { value: '90', label: '90 days' },
]

export default function LostDemandPage() {
  const { page, read } = useListAddress()
  const answer = useLostDemandQuery({ days: readDays(read('days')), page }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Lost demand"
      answer={answer}
      failure="What was asked for could not be loaded."
      tools={<FilterField label="Time" name="days" options={times} />}
    >
      {({ demand, total }) => (
        <>
          {total > 0 && <p className="mb-2 font-display text-2xl">{describeLostDemand(demand)}.</p>}
          <p className="mb-6 max-w-prose text-sm text-stone">
            Sizes that visitors chose or ordered although they were sold out or in others’ checkouts, each visitor once
            a day. Nothing is kept of who they were.
          </p>
          <PagedList
            listed={{ rows: demand.sizes, total }}
            limit={wantedOnPage}
            noun={['size', 'sizes']}
            whenNone={<Notice>Nobody has asked for a size that was not there.</Notice>}
          >
            {sizes => <WantedTable sizes={sizes} />}
          </PagedList>
        </>
      )}
    </DashboardPage>
  )
}
