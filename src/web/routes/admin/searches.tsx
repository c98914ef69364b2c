import { emptySearchesOnPage, useListEmptySearchesQuery } from '../../search/api.ts'
import { EmptySearchTable } from '../../search/empty-search-table.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

export default function AdminSearches() {
  const { page, q } = useListAddress()
  const answer = useListEmptySearchesQuery({ page, q }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Searches"
      answer={answer}
      failure="Failed to load searches!"
      tools={<SearchField label="Search these words" />}
    >
      {listed => (
        <>
          <p className="mb-6 max-w-prose text-sm text-stone">
            What visitors looked for and did not find. Nothing is kept of who they were.
          </p>
          <PagedList
            listed={listed}
            limit={emptySearchesOnPage}
            noun={['search', 'searches']}
            whenNone={<Notice>Every search has found something so far.</Notice>}
          >
            {searches => <EmptySearchTable searches={searches} />}
          </PagedList>
        </>
      )}
    </DashboardPage>
  )
}
