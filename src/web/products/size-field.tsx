import { type ReactNode, type RefObject, useId } from 'react'
import type { ProductSize } from '#domain/products/variation.ts'
import type { ShownProduct } from './known-product.ts'

interface SizeFieldProps {
  sizes: ProductSize[]
  model: ShownProduct['model']
  /** The visitor has tried to add the product without a size. */
  isMissing: boolean
  onChosen: () => void
  /** The chosen size is read from its checked field, so that a choice made before the page responds counts. */
  ref: RefObject<HTMLFieldSetElement | null>
  /** The link to the size guide. */
  children: ReactNode
}

/** The choice of a size. Nothing is chosen at first, unless there is only one. */
export function SizeField({ sizes, model, isMissing, onChosen, ref, children }: SizeFieldProps) {
  const errorId = useId()
  return (
    <fieldset ref={ref} aria-describedby={isMissing ? errorId : undefined} className="mt-6">
      <legend className="text-sm">Size</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {sizes.map(({ _id, label }) => (
          <label
            key={_id}
            className={`relative inline-flex min-h-11 min-w-11 items-center justify-center rounded-control border px-3 text-sm tabular-nums outline-rosewood outline-offset-3 hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ivory has-checked:forced-color-adjust-none has-focus-visible:outline-2 ${isMissing ? 'border-rosewood' : 'border-edge'}`}
          >
            <input
              type="radio"
              name="size"
              value={_id}
              defaultChecked={sizes.length === 1}
              aria-describedby={isMissing ? errorId : undefined}
              onChange={onChosen}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
        {isMissing ? (
          <p role="alert" id={errorId} className="text-rosewood">
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
