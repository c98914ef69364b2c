import { useState } from 'react'
import { Navigate } from 'react-router'
import { adminPageSizes, bulkLimits, type ListedProduct } from '#domain/products/bulk-edit.ts'
import { shownRange } from '#domain/products/product.ts'
import { AnnouncedLine } from '../../../ui/feedback/live-region.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { button } from '../../../ui/form/button.ts'
import { Link } from '../../../ui/link.tsx'
import { PageSizeLinks } from '../../../ui/list/page-size-links.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
import { useListAddress } from '../../../ui/list/use-list-address.ts'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { AdminProductTable } from './product-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListQuery } from './use-list-query.ts'

interface AdminProductListProps {
  list: { products: ListedProduct[]; totalProducts: number }
  /** The ids that are selected, on all pages of the list. */
  selected: ReadonlySet<string>
  setSelected: (ids: ReadonlySet<string>) => void
}

/** One page of the products, their position in the whole list, links to the other pages, and what changes many at once. */
export function AdminProductList({ list, selected, setSelected }: AdminProductListProps) {
  const { products, totalProducts } = list
  const { page, addressOf, addressWith } = useListAddress()
  const { small, large } = adminPageSizes
  const { limit, isFiltered } = useListQuery()
  const [isEditing, setIsEditing] = useState(false)
  const totalPages = Math.ceil(totalProducts / limit)
  if (totalProducts === 0) return <NoProducts isFiltered={isFiltered} />
  if (page > totalPages) return <Navigate replace to={addressOf(totalPages)} />
  const { from, to } = shownRange(page, limit, totalProducts)

  /** Selects products, or deselects them: as many as one edit takes. */
  function select(ids: string[], isSelected: boolean) {
    const others = [...selected].filter(id => !ids.includes(id))
    setSelected(new Set(isSelected ? [...others, ...ids].slice(0, bulkLimits.products) : others))
  }

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 [&>p]:mb-0">
        <AnnouncedLine>{`Showing ${from} to ${to} of ${totalProducts} products`}</AnnouncedLine>
        {totalProducts > small && (
          <PageSizeLinks
            noun="Products"
            sizes={[small, large]}
            current={limit}
            to={size => addressWith('limit', size === small ? '' : String(size))}
          />
        )}
      </div>
      <SelectionBar products={products} selected={selected} select={select} onEdit={() => setIsEditing(true)} />
      <AdminProductTable products={products} first={from} selected={selected} select={select} />
      <div className="mt-8">
        <Pagination page={page} totalPages={totalPages} to={addressOf} />
      </div>
      <BulkEditDialog
        ids={isEditing ? [...selected] : undefined}
        onClose={() => setIsEditing(false)}
        onDone={() => {
          setIsEditing(false)
          setSelected(new Set())
        }}
      />
    </>
  )
}

const NoProducts = ({ isFiltered }: { isFiltered: boolean }) => (
  <Notice
    action={
      <Link to={isFiltered ? '?' : '/dashboard/add-product'} className={isFiltered ? button.quiet : button.primary}>
        {isFiltered ? 'Show all products' : 'Add Product'}
      </Link>
    }
  >
    {isFiltered ? 'No products match what you are looking for.' : 'There is nothing on sale yet.'}
  </Notice>
)
