import { useChoices } from '../../../settings/api.ts'
import { boardSize, useBoardQuery } from '../../../stock/api.ts'
import { Board } from '../../../stock/board/board.tsx'
import { StockLine } from '../../../stock/board/stock-line.tsx'
import { useEdits } from '../../../stock/board/use-edits.ts'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { button } from '../../../ui/form/button.ts'
import { FilterField } from '../../../ui/form/filter-field.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Link } from '../../../ui/link.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

const views = [
  { value: '', label: 'Everything' },
  { value: 'low', label: 'Low' },
  { value: 'broken', label: 'Broken runs' },
  { value: 'uncounted', label: 'Not counted' },
]

export default function Stock() {
  const { page, q, read } = useListAddress()
  const { categories } = useChoices()
  const filters = { page, q, category: read('category'), view: read('view'), take: '' }
  const answer = useBoardQuery(filters, { refetchOnMountOrArgChange: true })
  const edited = useEdits('')
  return (
    <DashboardPage
      title="Stock"
      answer={answer}
      failure="The stock could not be loaded."
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/stock/takes" className={button.quiet}>
            Stock take
          </Link>
          <Link to="/dashboard/stock/deliveries" className={button.quiet}>
            Deliveries
          </Link>
          <Link to="/dashboard/stock/delivery" className={button.primary}>
            Receive a delivery
          </Link>
        </div>
      }
      tools={
        <>
          <SearchField label="Search the stock" placeholder="Name, SKU or barcode" />
          <FilterField label="Category" name="category" options={[{ value: '', label: 'All' }, ...categories]} />
          <FilterField label="Show" name="view" options={views} />
        </>
      }
    >
      {listed => (
        <>
          <StockLine />
          <PagedList
            listed={listed}
            limit={boardSize}
            noun={['product', 'products']}
            whenNone={<Notice>There is nothing on sale yet.</Notice>}
          >
            {products => <Board products={products} edited={edited} isTake={false} />}
          </PagedList>
        </>
      )}
    </DashboardPage>
  )
}
