import type { ReactNode } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import type { ListedProduct } from '#domain/products/bulk-edit.ts'
import type { Visibility } from '#domain/products/schedule.ts'
import { useChoices } from '../../../settings/api.ts'
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, rowAction, Table } from '../../../ui/list/table.tsx'
import { LocalDate } from '../../../ui/local-time.tsx'
import { ProductPicture } from '../../product-picture.tsx'
import { DeleteProduct } from '../delete-product.tsx'
import { momentInWords } from '../schedule/schedule-in-words.ts'
import { statusNames } from './list-filters.tsx'

interface AdminProductTableProps {
  products: readonly ListedProduct[]
  /** The number of the first product, counted over all pages. */
  first: number
  selected: ReadonlySet<string>
  select: (ids: string[], isSelected: boolean) => void
}

/** The products as admins see them. */
export function AdminProductTable({ products, first, selected, select }: AdminProductTableProps) {
  const columns: Column<ListedProduct>[] = [
    {
      header: 'No.',
      onCard: 'corner',
      cell: ({ _id, name }, index) => (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 whitespace-nowrap max-md:flex-row-reverse">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected.has(_id)}
            onChange={({ target }) => select([_id], target.checked)}
            className="size-4 accent-wine"
          />
          {first + index}
        </label>
      ),
    },
    { header: 'Product name', onCard: 'title', cell: product => <NameAndPicture product={product} /> },
    { header: 'Status', cell: product => <Status product={product} /> },
    { header: 'Price', align: 'right', cell: product => <Prices product={product} /> },
    { header: 'Pieces', align: 'right', cell: ({ pieces }) => pieces ?? <Uncounted /> },
    { header: 'Publishing date', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
    {
      header: 'Edit',
      isAction: true,
      cell: ({ _id, name }) => (
        <span className="md:-ml-2 lg:whitespace-nowrap">
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
  return <Table caption="Products" columns={columns} rows={products} keyOf={({ _id }) => _id} />
}

function NameAndPicture({ product }: { product: ListedProduct }) {
  const { _id, name, category, color, shade, visibility } = product
  const { categories } = useChoices()
  const categoryName = categories.find(({ value }) => value === category)?.label ?? category
  return (
    <div className="flex min-w-0 items-center gap-4">
      <span aria-hidden className="shrink-0">
        <ProductPicture product={product} sizes="40px" className="h-12.5 w-10 rounded-control object-cover" />
      </span>
      <div className="min-w-0 max-md:self-baseline">
        <Link
          to={visibility === 'visible' ? `/shop/${_id}` : `/dashboard/update-product/${_id}?preview=1`}
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood hover:decoration-current md:min-h-8"
        >
          {name}
        </Link>
        <p className="text-stone text-xs capitalize">{[categoryName, shade ?? color].join(' · ')}</p>
      </div>
    </div>
  )
}

const Uncounted = () => (
  <>
    <span aria-hidden>–</span>
    <span className="sr-only">Not counted</span>
  </>
)

const tones: Record<Visibility, Tone> = {
  ...{ visible: 'green', draft: 'grey', hidden: 'grey', scheduled: 'blue', ended: 'light', unfinished: 'yellow' },
}

function Status({ product: { visibility, visibleFrom } }: { product: ListedProduct }) {
  const name = statusNames[visibility]
  return <Badge tone={tones[visibility]}>{visibleFrom ? `${name} from ${momentInWords(visibleFrom)}` : name}</Badge>
}

const Prices = ({ product: { price, oldPrice } }: { product: ListedProduct }): ReactNode => (
  <>
    {formatCents(toCents(price))}
    {oldPrice !== undefined && <s className="block text-stone text-xs">{formatCents(toCents(oldPrice))}</s>}
  </>
)
