import { Link } from 'react-router'
import type { ProductImport } from '#domain/products/product-import.ts'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportCounts } from './import-counts.tsx'

const labels = { products: 'Products', counts: 'Counts' } as const

/** What the file does to each product, or what it counts; with both, links choose between them. */
export function ImportContent({ read }: { read: ProductImport }) {
  const { _id, added, changed, counts } = read
  const list = useListAddress().read('list')
  const hasProducts = added + changed > 0
  const showsCounts = counts > 0 && (!hasProducts || list === 'counts')
  if (!hasProducts && counts === 0) return null
  return (
    <>
      {hasProducts && counts > 0 && (
        <nav aria-label="What the file does" className="mb-6 flex flex-wrap gap-2">
          {(['products', 'counts'] as const).map(name => (
            <Link
              key={name}
              to={`?id=${_id}${name === 'counts' ? '&list=counts' : ''}`}
              preventScrollReset
              aria-current={(name === 'counts') === showsCounts ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-control border border-line bg-paper px-4 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ivory forced-colors:aria-[current=page]:underline"
            >
              {labels[name]}
            </Link>
          ))}
        </nav>
      )}
      {showsCounts ? <ImportCounts read={read} /> : <ImportChanges read={read} />}
    </>
  )
}
