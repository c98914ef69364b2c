import { Navigate } from 'react-router'
import { type ProductList, shownRange } from '#domain/products/product.ts'
import { AnnouncedLine } from '../../ui/feedback/live-region.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { Pagination } from '../../ui/list/pagination.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { adminPageSize } from './api.ts'
import { AdminProductTable } from './product-table.tsx'

/** One page of the products, their position in the whole list, and links to the other pages. */
export function AdminProductList({ list: { products, totalProducts, totalPages } }: { list: ProductList }) {
  const { page, q, addressOf } = useListAddress()
  if (totalProducts === 0) return <NoProducts isSearch={q !== ''} />
  if (page > totalPages) return <Navigate replace to={addressOf(totalPages)} />
  const { from, to } = shownRange(page, adminPageSize, totalProducts)
  return (
    <>
      <AnnouncedLine>{`Showing ${from} to ${to} of ${totalProducts} products`}</AnnouncedLine>
      <AdminProductTable products={products} first={from} />
      <div className="mt-8">
        <Pagination page={page} totalPages={totalPages} to={addressOf} />
      </div>
    </>
  )
}

const NoProducts = ({ isSearch }: { isSearch: boolean }) => (
  <Notice
    action={
      <Link to={isSearch ? '?' : '/dashboard/add-product'} className={isSearch ? button.quiet : button.primary}>
        {isSearch ? 'Show all products' : 'Add Product'}
      </Link>
    }
  >
    {isSearch ? 'No products match what you are looking for.' : 'There is nothing on sale yet.'}
  </Notice>
)
