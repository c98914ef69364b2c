import { returnsOnPage, useReturnBoardQuery } from '../../returns/admin/api.ts'
import { BoardCard } from '../../returns/admin/board-card.tsx'
import { ReturnActions } from '../../returns/admin/return-actions.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterField } from '../../ui/form/filter-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const views = [
  { value: '', label: 'To do' },
  { value: 'ended', label: 'Ended' },
]

export default function Returns() {
  const { page, read } = useListAddress()
  const answer = useReturnBoardQuery({ page, view: read('view') }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Returns"
      answer={answer}
      failure="The returns could not be loaded."
      tools={<FilterField label="Show" name="view" options={views} />}
    >
      {listed => (
        <PagedList
          listed={listed}
          limit={returnsOnPage}
          noun={['return', 'returns']}
          whenNone={
            <Notice>
              Nothing is on its way back. What buyers send back or withdraw from appears here, the oldest first.
            </Notice>
          }
        >
          {returns => (
            <ul className="flex flex-col gap-4">
              {returns.map(each => (
                <BoardCard key={each._id} shown={each}>
                  <ReturnActions shown={each} />
                </BoardCard>
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </DashboardPage>
  )
}
