import { ArrowUp, Plus, X } from 'lucide'
import { useId, useState } from 'react'
import { collectionLimits } from '#domain/settings/collections.ts'
import { useListProductsQuery } from '../../../products/api.ts'
import { iconButton } from '../../../ui/form/button.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSection } from '../section-context.ts'

/** The API names so many products at once. */
const atOnce = 50

/** Pieces that are chosen by hand: found by their name, put in order by dragging or by buttons. */
export function ChosenProducts({ name }: { name: string }) {
  const { read, change, errorOf } = useSection()
  const ids = read(name) as string[]
  const [dragged, setDragged] = useState<number>()
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => part * atOnce)

  function move(from: number, to: number) {
    const [id] = ids.slice(from, from + 1)
    if (id !== undefined && from !== to) change(name, ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }

  return (
    <div className="flex flex-col gap-4">
      {ids.length === 0 && <p className="text-sm text-stone">No piece is chosen yet.</p>}
      <ol className="flex flex-col divide-y divide-line empty:hidden">
        {parts.map(first => (
          <Rows
            key={first}
            ids={ids.slice(first, first + atOnce)}
            first={first}
            onMove={move}
            onRemove={index => change(name, ids.toSpliced(index, 1))}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      {errorOf(name) && (
        <p role="alert" className="text-danger text-sm">
          {errorOf(name)}
        </p>
      )}
      {ids.length < collectionLimits.products && (
        <Finder taken={ids} onChoose={id => change(name, [...ids, id])} name={name} />
      )}
    </div>
  )
}

interface RowsProps {
  ids: string[]
  /** The index of the first. */
  first: number
  dragged: number | undefined
  onDrag: (index: number | undefined) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

function Rows({ ids, first, dragged, onDrag, onMove, onRemove }: RowsProps) {
  const { data } = useListProductsQuery({ ids, limit: atOnce })
  return ids.map((id, place) => {
    const index = first + place
    const product = data?.products.find(({ _id }) => _id === id)
    const called = product?.name ?? (data ? 'A piece that is not on sale' : '…')
    return (
      <li
        key={id}
        draggable
        onDragStart={() => onDrag(index)}
        onDragOver={event => event.preventDefault()}
        onDrop={() => {
          if (dragged !== undefined) onMove(dragged, index)
          onDrag(undefined)
        }}
        className="flex min-h-14 cursor-grab items-center gap-3 py-1 text-sm"
      >
        {product && (
          <img src={product.image.replace('/1280.', '/320.')} alt="" className="h-12 w-10 rounded-card object-cover" />
        )}
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{called}</span>
        <button
          type="button"
          className={iconButton}
          aria-label={`Move ${called} up`}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        >
          <Icon of={ArrowUp} className="size-4" />
        </button>
        <button type="button" className={iconButton} aria-label={`Remove ${called}`} onClick={() => onRemove(index)}>
          <Icon of={X} className="size-4" />
        </button>
      </li>
    )
  })
}

interface FinderProps {
  name: string
  taken: string[]
  onChoose: (id: string) => void
}

function Finder({ name, taken, onChoose }: FinderProps) {
  const [text, setText] = useState('')
  const list = useId()
  const { currentData: found } = useListProductsQuery({ q: text.trim(), limit: 8 }, { skip: text.trim().length < 2 })
  const others = found?.products.filter(({ _id }) => !taken.includes(_id)) ?? []
  return (
    <div>
      <Field
        name={`${name}-find`}
        label="Find a piece to add"
        placeholder="Its name"
        autoComplete="off"
        value={text}
        onChange={({ target }: { target: { value: string } }) => setText(target.value)}
        onKeyDown={(event: React.KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
        aria-controls={list}
      />
      <ul id={list} aria-label="Found pieces" className="mt-2 flex flex-wrap gap-2">
        {others.map(({ _id, name: called }) => (
          <li key={_id}>
            <button
              type="button"
              onClick={() => onChoose(_id)}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-paper px-3 text-sm hover:border-ink"
            >
              <Icon of={Plus} className="size-4" />
              <span className="sr-only">Add </span>
              {called}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-stone">
        {found && others.length === 0 && 'No other piece has this in its name.'}
      </p>
    </div>
  )
}
