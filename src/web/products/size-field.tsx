import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { findSize } from '#domain/products/size.ts'
import { stockNote } from '#domain/products/stock.ts'
import type { ProductSize } from '#domain/products/variation.ts'
import { choice } from '../ui/form/choice.ts'
import type { ShownProduct } from './known-product.ts'
import { readOwnSizes } from './own-sizes/own-sizes-storage.ts'

interface SizeFieldProps {
  sizes: ProductSize[]
  model: ShownProduct['model']
  /** The visitor has tried to add the product without a size. */
  isMissing: boolean
  onChosen: (variantId: string) => void
  /** The chosen size is read from its checked field, so that a choice made before the page responds counts. */
  ref: RefObject<HTMLFieldSetElement | null>
  /** The link to the size guide. */
  children: ReactNode
}

/** The choice of a size. Nothing is chosen at first, unless there is only one. */
export function SizeField({ sizes, model, isMissing, onChosen, ref, children }: SizeFieldProps) {
  const errorId = useId()
  const [ownSizes, setOwnSizes] = useState<string[]>([])
  useEffect(() => setOwnSizes(readOwnSizes()), []) // no public page contains them
  const isOwn = (size: string) => ownSizes.includes(findSize(size)?.fits ?? '')
  return (
    <fieldset ref={ref} aria-describedby={isMissing ? errorId : undefined} className="mt-6">
      <legend className="text-sm">Size</legend>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {sizes.map(({ _id, size, label, ...stock }) => (
          <label
            key={_id}
            className={`${choice} ${isMissing ? 'border-danger' : isOwn(size) ? 'border-ink' : 'border-edge'}`}
          >
            <input
              type="radio"
              name="size"
              value={_id}
              aria-label={[label, isOwn(size) && 'your size', stockNote(stock)].filter(Boolean).join(', ')}
              defaultChecked={sizes.length === 1}
              aria-describedby={isMissing ? errorId : undefined}
              onChange={() => onChosen(_id)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span>
              <span className={stock.state === 'out' ? 'line-through' : undefined}>{label}</span>
              {isOwn(size) && <span className="ml-1.5 text-[0.6875rem]">your size</span>}
            </span>
            {stockNote(stock) && <span className="text-[0.6875rem]">{stockNote(stock)}</span>}
          </label>
        ))}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
        {isMissing ? (
          <p role="alert" id={errorId} className="text-danger">
            Choose a size
          </p>
        ) : (
          <ModelNote model={model} />
        )}
        <span className="ml-auto">{children}</span>
      </div>
    </fieldset>
  )
}

/** What the model on the pictures wears. */
export const ModelNote = ({ model }: Pick<SizeFieldProps, 'model'>) =>
  model && (
    <p className="text-stone">
      Our model is {model.heightCm} cm{model.size && ` and wears ${model.size}`}.
    </p>
  )
