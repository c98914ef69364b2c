import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { ProductImport } from '#domain/products/product-import.ts'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportPictures } from './import-pictures.tsx'

const labels = { products: 'Products', counts: 'Counts', pictures: 'Pictures' } as const
type List = keyof typeof labels

const contents: Record<List, ComponentType<{ read: ProductImport }>> = {
  products: ImportChanges,
  counts: ImportCounts,
  pictures: ImportPictures,
}

/** What the file does to each product, what it counts, and its pictures that are missing; of several, links choose one. */
export function ImportContent({ read }: { read: ProductImport }) {
  const asked = useListAddress().read('list')
  const lists = listsOf(read)
  const shown = lists.find(name => name === asked) ?? lists[0]
  if (!shown) return null
  const Content = contents[shown]
  return (
    <>
      {lists.length > 1 && (
        <nav aria-label="What the file does" className="mb-6 flex flex-wrap gap-2">
          {lists.map(name => (
            <Link
              key={name}
              to={`?id=${read._id}${name === lists[0] ? '' : `&list=${name}`}`}
              preventScrollReset
              aria-current={name === shown ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-control border border-line bg-paper px-4 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ivory forced-colors:aria-[current=page]:underline"
            >
              {labels[name]}
            </Link>
          ))}
        </nav>
      )}
      <Content read={read} />
    </>
  )
}

function listsOf({ state, added, changed, counts, pictures }: ProductImport): List[] {
  const has = {
    products: added + changed > 0,
    counts: counts > 0,
    pictures: pictures.failed > 0 && state === 'applied',
  }
  return (Object.keys(has) as List[]).filter(name => has[name])
}
