import { ArrowUp, Plus, X } from 'lucide'
import { useId, useState } from 'react'
import type { LinkedProduct } from '#domain/products/fields/link-fields.ts'
import type { Product } from '#domain/products/product.ts'
import { iconButton } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useListProductsQuery } from '../api.ts'

/** The API names so many products at once. */
const atOnce = 50

interface ChosenProductsProps {
  name: string
  ids: string[]
  max: number
  /** What is known of some already: these are not asked for. */
  known?: readonly LinkedProduct[]
  /** A product that cannot be chosen. */
  except?: string
  /** The label of the field that finds one. */
  label?: string
  error: string | undefined
  /** @param added the product that was chosen now */
  onChange: (ids: string[], added?: Product) => void
}

/** Pieces that are chosen by hand: found by their name, put in order by dragging or by buttons. */
export function ChosenProducts({
  name,
  ids,
  max,
  known = [],
  except = '',
  label = 'Find a piece to add',
  error,
  onChange,
}: ChosenProductsProps) {
  const [dragged, setDragged] = useState<number>()
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => part * atOnce)

  function move(from: number, to: number) {
    const [id] = ids.slice(from, from + 1)
    if (id !== undefined && from !== to) onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id))
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
            known={known}
            onMove={move}
            onRemove={index => onChange(ids.toSpliced(index, 1))}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {ids.length < max && (
        <Finder
          name={name}
          label={label}
          taken={[...ids, except]}
          onChoose={product => onChange([...ids, product._id], product)}
        />
      )}
    </div>
  )
}

interface RowsProps {
  ids: string[]
  /** The index of the first. */
  first: number
  known: readonly LinkedProduct[]
  dragged: number | undefined
  onDrag: (index: number | undefined) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

function Rows({ ids, first, known, dragged, onDrag, onMove, onRemove }: RowsProps) {
  const { data, isFetching } = useListProductsQuery(
    { ids, limit: atOnce },
    { skip: ids.every(id => known.some(({ _id }) => _id === id)) },
  )
  return ids.map((id, place) => {
    const index = first + place
    const product: LinkedProduct | undefined = [...known, ...(data?.products ?? [])].find(({ _id }) => _id === id)
    const called = product?.name ?? (data && !isFetching ? 'A piece that is not on sale' : '…')
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
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {called}
          {product?.isHidden && <span className="block text-stone text-xs">Visitors cannot see it now</span>}
        </span>
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
  label: string
  taken: string[]
  onChoose: (product: Product) => void
}

function Finder({ name, label, taken, onChoose }: FinderProps) {
  const [text, setText] = useState('')
  const list = useId()
  const { currentData: found } = useListProductsQuery({ q: text.trim(), limit: 8 }, { skip: text.trim().length < 2 })
  const others = found?.products.filter(({ _id }) => !taken.includes(_id)) ?? []
  return (
    <div>
      <Field
        name={`${name}-find`}
        label={label}
        placeholder="Its name"
        autoComplete="off"
        value={text}
        onChange={({ target }: { target: { value: string } }) => setText(target.value)}
        onKeyDown={(event: React.KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
        aria-controls={list}
      />
      <ul id={list} aria-label="Found pieces" className="mt-2 flex flex-wrap gap-2">
        {others.map(product => (
          <li key={product._id}>
            <button
              type="button"
              onClick={() => onChoose(product)}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-paper px-3 text-sm hover:border-ink"
            >
              <Icon of={Plus} className="size-4" />
              <span className="sr-only">Add </span>
              {product.name}
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
