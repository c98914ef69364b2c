import type { DraftProduct } from '#domain/products/managed-product.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { Link } from '../../../ui/link.tsx'
import { rowAction } from '../../../ui/list/table.tsx'
import { DeleteProduct } from '../delete-product.tsx'
import { momentInWords } from '../schedule/schedule-in-words.ts'

/** Names the products that visitors cannot see: each is a link to its form, and can be deleted. */
export function DraftsLine({ drafts }: { drafts: readonly DraftProduct[] }) {
  const unfinished = drafts.filter(({ visibility }) => visibility === 'unfinished')
  const others = drafts.filter(({ visibility }) => visibility !== 'unfinished')
  return (
    <>
      <Named
        drafts={unfinished}
        one="One color has no picture and is not listed yet:"
        many={`${unfinished.length} colors have no picture and are not listed yet:`}
      />
      <Named
        drafts={others}
        one="Visitors cannot see one piece:"
        many={`Visitors cannot see ${others.length} pieces:`}
      />
    </>
  )
}

function Named({ drafts, one, many }: { drafts: readonly DraftProduct[]; one: string; many: string }) {
  if (drafts.length === 0) return null
  const named = drafts.map(draft => ({ ...draft, name: nameOf(draft) }))
  const shown = named.slice(0, shownAtOnce)
  return (
    <div className="mb-6 border-gold border-l-2 pl-3 text-sm">
      <p>{named.length === 1 ? one : many}</p>
      <ul className="flex flex-wrap gap-x-6">
        {shown.map(draft => (
          <li key={draft._id} className="flex min-w-0 flex-wrap items-center gap-x-1">
            <Link
              to={`/dashboard/update-product/${draft._id}`}
              className={`${rowAction} -ml-2 min-w-0! whitespace-normal! [overflow-wrap:anywhere]`}
            >
              {draft.name}
            </Link>
            <Badge draft={draft} />
            <DeleteProduct product={draft} className={`${rowAction} text-danger`} />
          </li>
        ))}
        {named.length > shown.length && (
          <li>
            <Link to="?visibility=all" className={`${rowAction} -ml-2`}>
              {named.length - shown.length} more, in the list of all
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}

const shownAtOnce = 6

const nameOf = ({ name, shade, color }: DraftProduct) => `${name}, ${describeVariation({ color: shade ?? color })}`

function Badge({ draft: { visibility, visibleFrom } }: { draft: DraftProduct }) {
  const words = {
    draft: 'Draft',
    hidden: 'Hidden',
    scheduled: visibleFrom ? `Scheduled from ${momentInWords(visibleFrom)}` : 'Scheduled',
    ended: 'Ended',
    ...{ visible: '', unfinished: '' },
  }[visibility]
  return words && <span className="rounded-control border border-edge px-2 py-0.5 text-stone text-xs">{words}</span>
}
