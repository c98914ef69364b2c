import { useId, useRef } from 'react'
import { findSize, oneSize, type SizeRun, sizeLimits, sizeRuns, sizes } from '#domain/products/size.ts'
import { Field } from '../../ui/form/field.tsx'
import { type ChosenSize, readChosenSizes, writeList } from './list-texts.ts'

interface SizesFieldProps {
  /** As `list-texts.ts` writes it. */
  text: string
  onChange: (text: string) => void
  error?: string
  isSavedMeanwhile: boolean
}

const chip =
  'relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control border border-edge bg-paper px-3 text-sm has-checked:border-wine has-checked:bg-wine has-checked:text-on-wine has-focus-visible:outline-2 has-focus-visible:outline-offset-2'

/** A product's sizes: their run, those of the run that it has, and the codes of each. */
export function SizesField({ text, onChange, error, isSavedMeanwhile }: SizesFieldProps) {
  const id = useId()
  const { run, sizes: chosen } = readChosenSizes(text)
  const chosenByRun = useRef(new Map<SizeRun, ChosenSize[]>())
  const codesBySize = useRef(new Map<string, ChosenSize>())
  const ofRun = sizes.filter(size => size.run === run)
  const isAt = (value: string) =>
    value.trim() !== '' && error?.toLowerCase().includes(`"${value.trim().toLowerCase()}"`)
  const isAtCode = chosen.some(({ sku, barcode }) => isAt(sku) || isAt(barcode))
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
    const kept = removed ? chosen.filter(each => each !== removed) : [...chosen, withCodes(code)]
    write(
      run,
      ofRun.flatMap(({ code }) => kept.find(({ size }) => size === code) ?? []),
    )
  }
  const type = (code: string, typed: Partial<ChosenSize>) =>
    write(
      run,
      chosen.map(each => (each.size === code ? { ...each, ...typed } : each)),
    )

  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby={describedBy}>
      <legend className="mb-1.5 text-sm">Sizes</legend>
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
        <div role="group" aria-label="Sizes of the run" className="flex flex-wrap gap-2">
          {ofRun.map(({ code, label, also }, place) => (
            <label key={code} className={chip} title={also}>
              <input
                type="checkbox"
                name="size"
                checked={chosen.some(({ size }) => size === code)}
                onChange={() => toggle(code)}
                aria-invalid={error && !isAtCode && place === 0 ? true : undefined}
                aria-describedby={place === 0 ? describedBy : undefined}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {label}
            </label>
          ))}
        </div>
      )}
      {chosen.map(({ size, sku, barcode }) => {
        const label = findSize(size)?.label ?? size
        return (
          <div key={size} className="grid gap-3 sm:grid-cols-2">
            {(['sku', 'barcode'] as const).map(name => {
              const value = name === 'sku' ? sku : barcode
              const isFaulty = isAt(value) || (error && !isAtCode && run === 'one' && name === 'sku')
              return (
                <Field
                  key={name}
                  name={`${name}-${size}`}
                  label={`${name === 'sku' ? 'SKU' : 'Barcode'} of ${label}`}
                  value={value}
                  maxLength={sizeLimits[name]}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }: { target: { value: string } }) => type(size, { [name]: target.value })}
                  {...(isFaulty && { 'aria-invalid': true, 'aria-describedby': describedBy })}
                />
              )
            })}
          </div>
        )
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-rosewood text-sm">
          {error}
        </p>
      )}
      {isSavedMeanwhile && <p className="text-stone text-xs">Saved meanwhile: other sizes. Yours are shown here.</p>}
    </fieldset>
  )
}
