import { type ReactNode, useState } from 'react'
import type { LinkKind } from '#domain/products/fields/link-fields.ts'
import { productLimits } from '#domain/products/fields/product-fields.ts'
import { variationLimits } from '#domain/products/fields/variation-fields.ts'
import { labelOf } from '#domain/products/size.ts'
import type { ManagedChart } from '#domain/products/size-chart.ts'
import type { StockCount } from '#domain/products/stock.ts'
import { useUser } from '../../session/use-user.ts'
import { useChoices } from '../../settings/api.ts'
import { button } from '../../ui/form/button.ts'
import { Choices } from '../../ui/form/choices.tsx'
import { Field } from '../../ui/form/field.tsx'
import { localOf } from '../../ui/form/local-moment.ts'
import { Optional } from '../../ui/form/optional.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import type { ProductTexts } from './api.ts'
import { ChartAndModel } from './charts/chart-and-model.tsx'
import { LateChartEditor } from './charts/late-chart-editor.tsx'
import { SwatchField } from './colors/swatch-field.tsx'
import { FormSection } from './form-section.tsx'
import { LinkFields } from './link-fields.tsx'
import { readChosenSizes } from './list-texts.ts'
import { PicturesField } from './pictures/pictures-field.tsx'
import { PriceFields } from './schedule/price-fields.tsx'
import { ScheduleFields } from './schedule/schedule-fields.tsx'
import { SeoFields } from './seo-fields.tsx'
import { SizesField } from './sizes-field.tsx'
import type { ProductFormState } from './use-product-form.ts'

interface ProductFormProps {
  form: ProductFormState
  /** The label of the button, at rest and while saving. */
  action: string
  progress: string
  /** Whether something was typed that is not saved: then a link that leads away asks first. */
  isUnsaved: boolean
  /** The values that another admin has saved meanwhile, by field. */
  savedNow?: Partial<ProductTexts>
  /** A link or button that helps to solve the error. */
  way?: ReactNode
  /** A sentence above the pictures. */
  note?: string
  /** The other colors of the style. */
  styleColors?: ReactNode
  /** The pieces of the sizes that the product has. */
  counts?: StockCount[]
  /** The lowest price of the last 30 days, in major units. */
  lowest30?: number
  /** The id of the product, if it is saved. */
  id?: string
}

/** The form of a product, in the order in which a product is shown: pictures, texts, price, color, sizes, chart. */
export function ProductForm({
  form,
  action,
  progress,
  isUnsaved,
  savedNow = {},
  way,
  note,
  styleColors,
  counts,
  lowest30,
  id,
}: ProductFormProps) {
  const { texts, set, fieldErrors, formError, isSaving, isUploading, setIsUploading, submit } = form
  const { categories, colors } = useChoices()
  const user = useUser()
  const [editor, setEditor] = useState<{ chart?: ManagedChart }>()
  const field = (name: Exclude<keyof ProductTexts, 'pictures' | 'sizes' | LinkKind>) => ({
    name,
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    error: fieldErrors[name],
    hint: savedNow[name] === undefined ? undefined : `Saved meanwhile: ${shownAs(name, savedNow[name])}`,
  })
  return (
    <>
      {/* When the session has ended, the draft is saved. */}
      <LeaveGuard isUnsaved={isUnsaved && !isSaving && user !== undefined} />
      <form method="post" noValidate onSubmit={submit} className="max-w-4xl">
        <fieldset disabled={isSaving} className="flex min-w-0 flex-col gap-5">
          <FormSection title="Pictures">
            {note && <p className="border-gold border-l-2 pl-3 text-sm">{note}</p>}
            <PicturesField
              text={texts.pictures}
              onChange={text => set('pictures', text)}
              onUploading={setIsUploading}
              error={fieldErrors.image}
              isSavedMeanwhile={savedNow.pictures !== undefined}
            />
          </FormSection>
          <FormSection title="Name and text">
            <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
              <Field
                label="Product Name"
                placeholder="Ex: Diamond Earrings"
                maxLength={productLimits.name}
                autoComplete="off"
                aria-required
                {...field('name')}
              />
              <Field as="select" label="Category" aria-required {...field('category')}>
                <Choices of={categories} unset="Select a category" />
              </Field>
            </div>
            <Field
              as="textarea"
              label="Description"
              rows={6}
              maxLength={productLimits.description}
              aria-required
              {...field('description')}
            />
          </FormSection>
          <FormSection title="Price">
            <PriceFields texts={texts} field={field} lowest30={lowest30} />
          </FormSection>
          <FormSection title="Color">
            <div className="grid gap-5 sm:grid-cols-3">
              <Field as="select" label="Color" aria-required {...field('color')}>
                <Choices of={colors} unset="Select a color" />
              </Field>
              <Field
                label={<Optional>Shade</Optional>}
                placeholder="Ex: Ripe cherry"
                maxLength={variationLimits.shade}
                autoComplete="off"
                {...field('shade')}
              />
              <SwatchField color={texts.color} {...field('swatch')} />
            </div>
            {styleColors}
          </FormSection>
          <FormSection title="Sizes">
            <SizesField
              text={texts.sizes}
              onChange={text => set('sizes', text)}
              error={fieldErrors.sizes}
              counts={counts}
              isNew={id === undefined}
              isSavedMeanwhile={savedNow.sizes !== undefined}
            />
          </FormSection>
          <FormSection title="Size chart and model">
            <ChartAndModel
              texts={texts}
              set={set}
              field={field}
              sealedMeanwhile={savedNow.isSealed}
              onEdit={chart => setEditor({ chart })}
            />
          </FormSection>
          <FormSection title="Related and look">
            <LinkFields texts={texts} set={set} id={id} savedNow={savedNow} />
          </FormSection>
          <FormSection title="Search engines">
            <SeoFields texts={texts} field={field} id={id} />
          </FormSection>
          <FormSection title="Visibility and sale">
            <ScheduleFields texts={texts} set={set} field={field} />
          </FormSection>
          {formError !== '' && (
            <div
              role="alert"
              tabIndex={-1}
              className="flex flex-col items-start gap-3 border-danger border-l-2 pl-3 text-danger text-sm"
            >
              <p>{formError}</p>
              {way}
            </div>
          )}
          <button type="submit" disabled={isSaving || isUploading} className={`${button.primary} sm:self-start`}>
            {isSaving ? progress : action}
          </button>
        </fieldset>
      </form>
      <LateChartEditor
        opened={editor}
        chosen={readChosenSizes(texts.sizes)}
        onClose={() => setEditor(undefined)}
        onSaved={({ _id }) => {
          set('chartId', _id)
          setEditor(undefined)
        }}
        onDeleted={id => {
          if (texts.chartId === id) set('chartId', '')
          setEditor(undefined)
        }}
      />
    </>
  )
}

/** A saved value as an admin reads it. */
function shownAs(name: keyof ProductTexts, text = ''): string {
  if (text === '') return 'nothing'
  if (name === 'chartId') return 'another chart'
  if (isMoment(name)) return localOf(text).replace('T', ' ')
  return name === 'modelSize' ? labelOf(text) : text
}

const isMoment = (name: string) => /^(visible|sale)(From|Until)$/.test(name)
