import type { BoardProduct } from '#domain/stock/board.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { BoardGrid } from './board-grid.tsx'
import { groupByRun } from './groups.ts'
import { SaveBar } from './save-bar.tsx'
import type { useEdits } from './use-edits.ts'

interface BoardProps {
  products: readonly BoardProduct[]
  edited: ReturnType<typeof useEdits>
  isTake: boolean
  /** Nothing is typed any more. */
  isEnded?: boolean
}

/** A page of products with their pieces. What is typed is saved together. */
export function Board({ products, edited, isTake, isEnded = false }: BoardProps) {
  return (
    <>
      <p className="mb-4 max-w-prose text-stone text-sm">
        {isEnded
          ? 'This stock take has ended. What was not counted kept its number.'
          : isTake
            ? 'Type what lies on the shelf. What should lie there stands below, with what has moved since the beginning.'
            : 'A number is what lies on the shelf, with what is paid and still to be packed. Type over it what you counted; a block copied from a spreadsheet can be pasted. Arrows and Enter move, Esc takes back, Ctrl+Enter saves.'}
      </p>
      <div className="flex flex-col gap-10">
        {groupByRun(products).map(group => (
          <BoardGrid
            key={group.rows.map(({ product }) => product._id).join()}
            group={group}
            caption={`Pieces on the shelf, sizes ${group.columns.map(({ label }) => label).join(', ')}`}
            edits={edited.edits}
            isTake={isTake}
            isEnded={isEnded}
            onType={edited.type}
            onRevert={edited.revert}
          />
        ))}
      </div>
      {!isEnded && <SaveBar {...edited} />}
      <LeaveGuard isUnsaved={!isEnded && edited.edits.size > 0} />
    </>
  )
}
