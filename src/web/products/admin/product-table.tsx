import { formatCents, toCents } from '#domain/money.ts'
import type { Product } from '#domain/products/product.ts'
import { Link } from '../../ui/link.tsx'
import { type Column, rowAction, Table } from '../../ui/list/table.tsx'
import { LocalDate } from '../../ui/local-time.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { DeleteProduct } from './delete-product.tsx'

interface AdminProductTableProps {
  products: readonly Product[]
  /** The number of the first product, counted over all pages. */
  first: number
}

/** The products on sale, as admins see them. */
export function AdminProductTable({ products, first }: AdminProductTableProps) {
  const columns: Column<Product>[] = [
    { header: 'No.', onCard: 'corner', cell: (_product, index) => first + index },
    {
      header: 'Product name',
      onCard: 'title',
      cell: product => <NameAndPicture product={product} />,
    },
    { header: 'Publishing date', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
    {
      header: 'Edit',
      isAction: true,
      cell: ({ _id, name }) => (
        <span className="md:-ml-2">
          <Link to={`/dashboard/update-product/${_id}`} aria-label={`Edit ${name}`} className={rowAction}>
            Edit
          </Link>
          <Link to={`/dashboard/add-product?copy=${_id}`} aria-label={`Duplicate ${name}`} className={rowAction}>
            Duplicate
          </Link>
        </span>
      ),
    },
    {
      header: 'Delete',
      isAction: true,
      cell: product => <DeleteProduct product={product} className={`${rowAction} text-danger max-md:-mr-2 md:-ml-2`} />,
    },
  ]
  return <Table caption="Products, newest first" columns={columns} rows={products} keyOf={({ _id }) => _id} />
}

function NameAndPicture({ product }: { product: Product }) {
  const { _id, name, price, category, color } = product
  return (
    <div className="flex min-w-0 items-center gap-4">
      <span aria-hidden className="shrink-0">
        <ProductPicture product={product} sizes="40px" className="h-12.5 w-10 rounded-control object-cover" />
      </span>
      <div className="min-w-0 max-md:self-baseline">
        <Link
          to={`/shop/${_id}`}
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood hover:decoration-current md:min-h-8"
        >
          {name}
        </Link>
        <p className="text-stone text-xs capitalize">
          {[formatCents(toCents(price)), category, color].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  )
}
