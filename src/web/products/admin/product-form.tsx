import type { ReactNode, WheelEvent } from 'react'
import { categories, colors } from '#domain/products/product.ts'
import { productLimits } from '#domain/products/product-fields.ts'
import { variationLimits } from '#domain/products/variation.ts'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import type { ProductTexts } from './api.ts'
import { ProductPicturesField } from './product-pictures-field.tsx'
import { SizesField } from './sizes-field.tsx'
import { SwatchField } from './swatch-field.tsx'
import type { ProductFormState } from './use-product-form.ts'

interface ProductFormProps {
  form: ProductFormState
  /** The label of the button, at rest and while saving. */
  action: string
  progress: string
  /** The values that another admin has saved meanwhile, by field. */
  savedNow?: Partial<ProductTexts>
  /** A link or button that helps to solve the error. */
  way?: ReactNode
}

export function ProductForm({ form, action, progress, savedNow = {}, way }: ProductFormProps) {
  const { texts, set, fieldErrors, formError, isSaving, isUploading, setIsUploading, submit } = form
  const field = (name: Exclude<keyof ProductTexts, 'pictures' | 'sizes'>) => ({
    name,
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    error: fieldErrors[name],
    hint: savedNow[name] === undefined ? undefined : `Saved meanwhile: ${savedNow[name] || 'nothing'}`,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="max-w-2xl">
      <fieldset disabled={isSaving} className="flex min-w-0 flex-col gap-5">
        <Field
          label="Product Name"
          placeholder="Ex: Diamond Earrings"
          maxLength={productLimits.name}
          autoComplete="off"
          aria-required
          {...field('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field as="select" label="Category" aria-required {...field('category')}>
            <Choices of={categories} unset="Select a category" />
          </Field>
          <Field as="select" label="Color" aria-required {...field('color')}>
            <Choices of={colors} unset="Select a color" />
          </Field>
          <Field label="Price" aria-required {...price} {...field('price')} />
          <Field label={<Optional>Old price</Optional>} {...price} {...field('oldPrice')} />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={<Optional>Shade</Optional>}
            placeholder="Ex: Ripe cherry"
            maxLength={variationLimits.shade}
            autoComplete="off"
            {...field('shade')}
          />
          <SwatchField color={texts.color} {...field('swatch')} />
        </div>
        <SizesField
          text={texts.sizes}
          onChange={text => set('sizes', text)}
          error={fieldErrors.sizes}
          isSavedMeanwhile={savedNow.sizes !== undefined}
        />
        <ProductPicturesField
          text={texts.pictures}
          onChange={text => set('pictures', text)}
          onUploading={setIsUploading}
          error={fieldErrors.image}
          isSavedMeanwhile={savedNow.pictures !== undefined}
        />
        <Field
          as="textarea"
          label="Description"
          rows={6}
          maxLength={productLimits.description}
          aria-required
          {...field('description')}
        />
        {formError !== '' && (
          <div
            role="alert"
            tabIndex={-1}
            className="flex flex-col items-start gap-3 border-rosewood border-l-2 pl-3 text-rosewood text-sm"
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
  )
}

const price = {
  type: 'number',
  inputMode: 'decimal',
  step: '0.01',
  min: '0.01',
  // turning the wheel scrolls the page and never changes a price
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
} as const

const Optional = ({ children }: { children: string }) => (
  <>
    {children} <span className="text-stone">(optional)</span>
  </>
)

const Choices = ({ of, unset }: { of: readonly string[]; unset: string }) => (
  <>
    <option value="">{unset}</option>
    {of.map(choice => (
      <option key={choice} value={choice}>
        {choice.charAt(0).toUpperCase() + choice.slice(1)}
      </option>
    ))}
  </>
)
