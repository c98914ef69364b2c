import type { ComponentProps } from 'react'
import { findSize, labelOf, sizes } from '#domain/products/size.ts'
import type { ManagedChart } from '#domain/products/size-chart.ts'
import { button, textLink } from '../../../ui/form/button.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import type { ProductTexts } from '../api.ts'
import { leaveOnWheel } from '../leave-on-wheel.ts'
import { readChosenSizes } from '../list-texts.ts'
import { useListChartsQuery } from './api.ts'

interface ChartAndModelProps {
  texts: ProductTexts
  set: (name: keyof ProductTexts, text: string) => void
  /** The properties of a text's field. */
  field: (name: 'chartId' | 'modelCm' | 'modelSize') => Pick<ComponentProps<typeof Field>, 'error' | 'hint'> & {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
  /** What another admin has saved meanwhile. */
  sealedMeanwhile?: string
  /** Opens the editor, with a chart or with a new one. */
  onEdit: (chart?: ManagedChart) => void
}

/** The size chart of a product, what the model on its pictures wears, and whether it can be returned. */
export function ChartAndModel({ texts, set, field, sealedMeanwhile, onEdit }: ChartAndModelProps) {
  const { data: charts, isError, refetch } = useListChartsQuery(undefined, { refetchOnMountOrArgChange: true })
  const chosen = charts?.find(({ _id }) => _id === texts.chartId)
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field as="select" label={<Optional>Size chart</Optional>} {...field('chartId')}>
            <option value="">None</option>
            {texts.chartId !== '' && !chosen && <option value={texts.chartId}>The chart of this product</option>}
            {charts?.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </Field>
        </div>
        {chosen && (
          <button type="button" className={button.quiet} onClick={() => onEdit(chosen)}>
            Edit the chart
          </button>
        )}
        <button type="button" className={button.quiet} onClick={() => onEdit()}>
          New chart
        </button>
      </div>
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-x-4 text-danger text-sm">
          The size charts could not be loaded.
          <button type="button" className={textLink} onClick={refetch}>
            Try again
          </button>
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={<Optional>Height of the model in cm</Optional>}
          type="number"
          inputMode="numeric"
          step="1"
          placeholder="Ex: 178"
          onWheel={leaveOnWheel}
          {...field('modelCm')}
        />
        <Field as="select" label={<Optional>Size that the model wears</Optional>} {...field('modelSize')}>
          <option value="">None</option>
          {wearable(texts).map(code => (
            <option key={code} value={code}>
              {labelOf(code)}
            </option>
          ))}
        </Field>
      </div>
      <div>
        <label className="inline-flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={texts.isSealed !== ''}
            onChange={({ target }) => set('isSealed', target.checked ? 'true' : '')}
            className="size-5 shrink-0 accent-wine"
          />
          Hygiene goods, which cannot be returned once unsealed
        </label>
        {sealedMeanwhile !== undefined && (
          <p className="text-stone text-xs">
            Saved meanwhile: {sealedMeanwhile ? 'hygiene goods' : 'no hygiene goods'}
          </p>
        )}
      </div>
    </>
  )
}

/** The sizes of the run, and the one that is chosen although it is of another run. */
function wearable({ sizes: text, modelSize }: ProductTexts): string[] {
  const { run } = readChosenSizes(text)
  const codes = sizes.filter(size => size.run === run).map(({ code }) => code)
  return modelSize === '' || findSize(modelSize)?.run === run ? codes : [...codes, modelSize]
}
