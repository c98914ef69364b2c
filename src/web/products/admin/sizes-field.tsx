import { useId, useRef } from 'react'
import { readFirstPieces } from '#domain/products/first-pieces.ts'
import { findSize, oneSize, type SizeRun, sizeLimits, sizeRuns, sizes } from '#domain/products/size.ts'
import type { StockCount } from '#domain/products/stock.ts'
import { controlShape } from '../../ui/form/control-shape.ts'
import { type ChosenSize, readChosenSizes, writeList } from './list-texts.ts'

interface SizesFieldProps {
  /** As `list-texts.ts` writes it. */
  text: string
  onChange: (text: string) => void
  error?: string
  isSavedMeanwhile: boolean
  /** The pieces of the sizes that the product has; undefined for a new product, which is asked for them here. */
  counts: StockCount[] | undefined
  isNew: boolean
}

const chip =
  'relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control border border-edge bg-paper px-3 text-sm tabular-nums hover:border-ink has-checked:border-wine has-checked:bg-wine has-checked:text-on-wine has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2'

/** A product's sizes: their run, those of the run that it has, and the codes of each. */
export function SizesField({ text, onChange, error, isSavedMeanwhile, counts = [], isNew }: SizesFieldProps) {
  const id = useId()
  const { run, sizes: chosen } = readChosenSizes(text)
  const chosenByRun = useRef(new Map<SizeRun, ChosenSize[]>())
  const codesBySize = useRef(new Map<string, ChosenSize>())
  const ofRun = sizes.filter(size => size.run === run)
  const lost = counts.flatMap(({ size, label, shelf, toPack }) => {
    const pieces = (shelf ?? 0) - toPack
    return pieces > 0 && !chosen.some(each => each.size === size) ? [{ label, pieces }] : []
  })
  const describedBy = error ? `${id}-error` : undefined

  const write = (run: SizeRun, sizes: ChosenSize[]) => onChange(writeList({ run, sizes }))
  const withCodes = (size: string) => codesBySize.current.get(size) ?? { size, sku: '', barcode: '' }

  function chooseRun(next: SizeRun) {
    chosenByRun.current.set(run, chosen)
    write(next, chosenByRun.current.get(next) ?? (next === 'one' ? [withCodes(oneSize)] : []))
  }
  function toggle(code: string) {
    const removed = chosen.find(({ size }) => size === code)
    if (removed) codesBySize.current.set(code, removed)
    const left = removed ? chosen.filter(each => each !== removed) : [...chosen, withCodes(code)]
    write(
      run,
      ofRun.flatMap(({ code }) => left.find(({ size }) => size === code) ?? []),
    )
  }
  const type = (code: string, typed: Partial<ChosenSize>) =>
    write(
      run,
      chosen.map(each => (each.size === code ? { ...each, ...typed } : each)),
    )

  return (
    <fieldset className="flex min-w-0 flex-col gap-4" aria-describedby={describedBy}>
      <legend className="sr-only">Sizes</legend>
      <div role="radiogroup" aria-label="Run of sizes" className="flex flex-wrap gap-2">
        {sizeRuns.map(({ run: each, name }) => (
          <label key={each} className={chip}>
            <input
              type="radio"
              name={`${id}-run`}
              checked={each === run}
              onChange={() => chooseRun(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {name}
          </label>
        ))}
      </div>
      {run !== 'one' && (
        // biome-ignore lint/a11y/useSemanticElements: a second legend would read the first again with each size
        <div role="group" aria-label="Sizes of the run" className="flex flex-wrap gap-2 border-line border-t pt-4">
          {ofRun.map(({ code, label, also }, place) => (
            <label key={code} className={chip} title={also}>
              <input
                type="checkbox"
                name="size"
                checked={chosen.some(({ size }) => size === code)}
                onChange={() => toggle(code)}
                aria-invalid={error && chosen.length === 0 && place === 0 ? true : undefined}
                aria-describedby={place === 0 ? describedBy : undefined}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {label}
            </label>
          ))}
        </div>
      )}
      {chosen.length > 0 && (
        <div
          className={`grid items-center gap-x-3 gap-y-2 text-sm ${isNew ? 'grid-cols-[auto_minmax(0,.7fr)_minmax(0,1fr)_minmax(0,1fr)]' : 'grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]'}`}
        >
          <span aria-hidden className="text-stone text-xs [overflow-wrap:anywhere]">
            Size
          </span>
          {isNew && (
            <span aria-hidden className="text-stone text-xs [overflow-wrap:anywhere]">
              Pieces (optional)
            </span>
          )}
          <span aria-hidden className="text-stone text-xs [overflow-wrap:anywhere]">
            SKU (optional)
          </span>
          <span aria-hidden className="text-stone text-xs [overflow-wrap:anywhere]">
            Barcode (optional)
          </span>
          {chosen.map(size => (
            <Codes
              key={size.size}
              size={size}
              asksPieces={isNew}
              hasWrongPieces={error !== undefined && readFirstPieces([size]).error !== undefined}
              isRepeated={name => error !== undefined && isRepeated(chosen, name, size[name])}
              describedBy={describedBy}
              onType={typed => type(size.size, typed)}
            />
          ))}
        </div>
      )}
      {isNew && chosen.length > 0 && (
        <p className="max-w-prose text-stone text-xs">
          How many you have. A size without a number is not counted, and can always be bought.
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {lost.length > 0 && (
        <p role="status" className="text-danger text-sm">
          {lost.map(({ label, pieces }) => `${label} has ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`).join(', ')}:
          counted as 0 once the product is saved without {lost.length === 1 ? 'this size' : 'these sizes'}.
        </p>
      )}
      {isSavedMeanwhile && <p className="text-stone text-xs">Saved meanwhile: other sizes. Yours are shown here.</p>}
    </fieldset>
  )
}

type CodeName = 'sku' | 'barcode'

interface CodesProps {
  size: ChosenSize
  asksPieces: boolean
  hasWrongPieces: boolean
  isRepeated: (name: CodeName) => boolean
  describedBy?: string
  onType: (typed: Partial<ChosenSize>) => void
}

/** The pieces and the codes of a size, in a row. */
function Codes({ size, asksPieces, hasWrongPieces, isRepeated, describedBy, onType }: CodesProps) {
  const label = findSize(size.size)?.label ?? size.size
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {label}
      </span>
      {asksPieces && (
        <input
          name={`pieces-${size.size}`}
          aria-label={`Pieces of ${label}`}
          value={size.pieces ?? ''}
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          onChange={({ target }) => onType({ pieces: target.value })}
          className={`${controlShape} tabular-nums ${hasWrongPieces ? 'border-danger' : 'border-edge'}`}
          {...(hasWrongPieces && { 'aria-invalid': true, 'aria-describedby': describedBy })}
        />
      )}
      {(['sku', 'barcode'] as const).map(name => (
        <input
          key={name}
          name={`${name}-${size.size}`}
          aria-label={`${name === 'sku' ? 'SKU' : 'Barcode'} of ${label}`}
          value={size[name]}
          maxLength={sizeLimits[name]}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onType({ [name]: target.value })}
          className={`${controlShape} ${isRepeated(name) ? 'border-danger' : 'border-edge'}`}
          {...(isRepeated(name) && { 'aria-invalid': true, 'aria-describedby': describedBy })}
        />
      ))}
    </>
  )
}

/** Whether two sizes have this code. */
function isRepeated(sizes: ChosenSize[], name: CodeName, code: string): boolean {
  const plain = (text: string) => text.trim().toLowerCase()
  return code.trim() !== '' && sizes.filter(each => plain(each[name]) === plain(code)).length > 1
}
