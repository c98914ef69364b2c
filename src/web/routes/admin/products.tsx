import { useState } from 'react'
import { useListDraftsQuery, useListManagedQuery } from '../../products/admin/api.ts'
import { DraftsLine } from '../../products/admin/colors/drafts-line.tsx'
import { ListFilters } from '../../products/admin/list/list-filters.tsx'
import { AdminProductList } from '../../products/admin/list/product-list.tsx'
import { useListQuery } from '../../products/admin/list/use-list-query.ts'
import { useShop } from '../../settings/api.ts'
import { SavedLists } from '../../settings/saved-lists.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

export default function ManageProducts() {
  const { name } = useShop()
  const { query } = useListQuery()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const answer = useListManagedQuery(query, { refetchOnMountOrArgChange: true })
  const drafts = useListDraftsQuery(undefined, { refetchOnMountOrArgChange: true })
  const shown = drafts.isLoading ? undefined : answer.currentData // so that the line above the list never moves it
  return (
    <>
      <DashboardPage
        title="Manage Products"
        heading="All Products"
        answer={{ ...answer, currentData: shown }}
        failure="The products could not be loaded."
        action={
          <div className="flex flex-wrap gap-3">
            <a href="/api/products/export" download className={button.quiet}>
              Export
            </a>
            <Link to="/dashboard/import-products" className={button.quiet}>
              Import
            </Link>
            <Link to="/shop" className={button.quiet}>
              See all
            </Link>
          </div>
        }
        tools={<ListFilters />}
      >
        {list => (
          <>
            <SavedLists />
            <DraftsLine drafts={drafts.data ?? []} />
            <AdminProductList list={list} selected={selected} setSelected={setSelected} />
          </>
        )}
      </DashboardPage>
      <p className="mt-16 border-line border-t pt-6 text-center text-stone text-xs">
        {name}, kept by the people who chose everything in it.
      </p>
    </>
  )
}
