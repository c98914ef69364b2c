import { Link } from 'react-router'
import type { Product } from '#domain/product.ts'
import { button } from '../ui/button.ts'
import { LocalDate } from '../ui/local-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DeleteProduct } from './delete-product.tsx'

const action = `${button.quiet} whitespace-nowrap px-4!`

interface AdminProductTableProps {
  products: readonly Product[]
  /** The number of the first one, counted over all pages. */
  first: number
}

/** The products on sale, as their keeper sees them. */
export function AdminProductTable({ products, first }: AdminProductTableProps) {
  const columns: Column<Product>[] = [
    { header: 'No.', cell: (_product, index) => first + index },
    {
      header: 'Product name',
      cell: ({ _id, name }) => (
        <Link to={`/shop/${_id}`} className="inline-flex min-h-11 items-center hover:text-rosewood">
          {name}
        </Link>
      ),
    },
    { header: 'Publishing date', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
    {
      header: 'Edit',
      isAction: true,
      cell: ({ _id, name }) => (
        <Link to={`/dashboard/update-product/${_id}`} aria-label={`Edit ${name}`} className={action}>
          Edit
        </Link>
      ),
    },
    {
      header: 'Delete',
      isAction: true,
      cell: product => (
        <DeleteProduct product={product} className={`${action} text-rosewood aria-disabled:opacity-50`} />
      ),
    },
  ]
  return <Table caption="Products, newest first" columns={columns} rows={products} keyOf={({ _id }) => _id} />
}
