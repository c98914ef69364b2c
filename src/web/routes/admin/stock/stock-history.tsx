import { useParams } from 'react-router'
import { joinAnswers } from '../../../join-answers.ts'
import { useIsAdmin } from '../../../session/use-user.ts'
import { movementsOnPage, useListMovementsQuery, useSoldThroughQuery } from '../../../stock/api.ts'
import { LowAtForm } from '../../../stock/history/low-at-form.tsx'
import { MovementTable } from '../../../stock/history/movement-table.tsx'
import { SoldThroughTables } from '../../../stock/history/sold-through.tsx'
import { DashboardPage } from '../../../ui/dashboard-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { button } from '../../../ui/form/button.ts'
import { FilterField } from '../../../ui/form/filter-field.tsx'
import { Link } from '../../../ui/link.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

export default function StockHistory() {
  const { id = '' } = useParams()
  const isAdmin = useIsAdmin()
  const { page, read } = useListAddress()
  const whenShown = { refetchOnMountOrArgChange: true } as const
  const sold = useSoldThroughQuery(id, whenShown)
  const moved = useListMovementsQuery({ productId: id, variant: read('variant'), page }, whenShown)
  const product = sold.data?.find(({ _id }) => _id === id)
  const sizes = product?.sizes ?? []
  return (
    <DashboardPage
      title="Stock of a product"
      heading={product?.name}
      answer={joinAnswers(sold, moved)}
      failure="The history could not be loaded."
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/stock" className={button.quiet}>
            Stock
          </Link>
          {isAdmin && (
            <Link to={`/dashboard/update-product/${id}`} className={button.quiet}>
              Edit product
            </Link>
          )}
        </div>
      }
    >
      {([products, listed]) => (
        <>
          <SoldThroughTables products={products} shown={id} />
          <div className="mt-8">
            <LowAtForm key={id} productId={id} lowAt={product?.lowAt ?? null} />
          </div>
          <div className="mt-10 mb-6 flex flex-wrap items-end justify-between gap-4">
            <h2 className="text-2xl">History</h2>
            {sizes.length > 1 && (
              <FilterField
                label="Size"
                name="variant"
                options={[
                  { value: '', label: 'All' },
                  ...sizes.map(({ variantId, size }) => ({ value: variantId, label: size })),
                ]}
              />
            )}
          </div>
          <PagedList
            listed={listed}
            limit={movementsOnPage}
            noun={['movement', 'movements']}
            whenNone={<Notice>Nothing has moved yet: no size of it is counted.</Notice>}
          >
            {movements => <MovementTable movements={movements} />}
          </PagedList>
        </>
      )}
    </DashboardPage>
  )
}
