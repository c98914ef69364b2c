import { isUuid } from '#domain/ids.ts'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { productPath } from '#domain/products/product.ts'
import { useGetManagedProductQuery } from '../../products/admin/api.ts'
import { ProductPreview } from '../../products/admin/product-preview.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/preview-product'

const nil = '00000000-0000-0000-0000-000000000000'

/** The page of a product that visitors cannot see, for its admins: as it will be, but for buying. */
export default function PreviewProduct({ params: { id } }: Route.ComponentProps) {
  const answer = useGetManagedProductQuery(isUuid(id) ? id : nil, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Preview"
      answer={answer}
      failure="Error to load product details"
      action={
        <Link
          to={isUuid(id) ? `/dashboard/update-product/${id}` : '/dashboard/manage-products'}
          className={button.quiet}
        >
          Edit
        </Link>
      }
    >
      {product => <Previewed product={product} />}
    </DashboardPage>
  )
}

function Previewed({ product }: { product: ManagedProduct }) {
  return (
    <>
      <p className="mb-8 border-gold border-l-2 pl-3 text-sm">
        {product.visibility === 'visible' ? (
          <>
            Visitors see this piece: <Link to={productPath(product)}>view it in the shop</Link>.
          </>
        ) : (
          'Preview: visitors cannot see this piece.'
        )}
      </p>
      <ProductPreview product={product} />
    </>
  )
}
