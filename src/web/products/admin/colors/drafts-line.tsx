import type { DraftProduct } from '#domain/products/product.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { Link } from '../../../ui/link.tsx'

/** Names the colors that are not on sale yet, with links to their forms. */
export const DraftsLine = ({ drafts }: { drafts: readonly DraftProduct[] }) =>
  drafts.length > 0 && (
    <p className="mb-6 border-gold border-l-2 pl-3 text-sm leading-7">
      {drafts.length === 1
        ? 'One color has no picture and is not listed yet'
        : `${drafts.length} colors have no picture and are not listed yet`}
      :{' '}
      {drafts.map(({ _id, name, shade, color }, index) => (
        <span key={_id}>
          {index > 0 && ' · '}
          <Link to={`/dashboard/update-product/${_id}`} className="underline underline-offset-4 hover:text-rosewood">
            {name}, {describeVariation({ color: shade ?? color })}
          </Link>
        </span>
      ))}
    </p>
  )
