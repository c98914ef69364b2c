import type { DraftProduct } from '#domain/products/product.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { Link } from '../../../ui/link.tsx'
import { rowAction } from '../../../ui/list/table.tsx'
import { DeleteProduct } from '../delete-product.tsx'

/** Names the colors that are not on sale yet: each is a link to its form, and can be deleted. */
export function DraftsLine({ drafts }: { drafts: readonly DraftProduct[] }) {
  if (drafts.length === 0) return null
  const named = drafts.map(({ _id, name, shade, color }) => ({
    _id,
    name: `${name}, ${describeVariation({ color: shade ?? color })}`,
  }))
  return (
    <div className="mb-6 border-gold border-l-2 pl-3 text-sm">
      <p>
        {named.length === 1
          ? 'One color has no picture and is not listed yet:'
          : `${named.length} colors have no picture and are not listed yet:`}
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {named.map(draft => (
          <li key={draft._id} className="flex min-w-0 flex-wrap items-center gap-x-1">
            <Link
              to={`/dashboard/update-product/${draft._id}`}
              className={`${rowAction} -ml-2 min-w-0! whitespace-normal! [overflow-wrap:anywhere]`}
            >
              {draft.name}
            </Link>
            <DeleteProduct product={draft} className={`${rowAction} text-danger`} />
          </li>
        ))}
      </ul>
    </div>
  )
}
