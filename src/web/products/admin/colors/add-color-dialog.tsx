import { useState } from 'react'
import { readVariation, variationLimits } from '#domain/products/fields/variation-fields.ts'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { useChoices } from '../../../settings/api.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { button } from '../../../ui/form/button.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useAddColorMutation } from '../api.ts'
import { SwatchField } from './swatch-field.tsx'

interface AddColorDialogProps {
  open: boolean
  product: ManagedProduct
  /** The form behind the dialog has changes that are not saved, which the new color would not have. */
  hasChanges: boolean
  onClose: () => void
  onAdded: (added: ManagedProduct) => void
}

/** Adds a color to the style of a product. */
export function AddColorDialog({ open, product, hasChanges, onClose, onAdded }: AddColorDialogProps) {
  return (
    <FormDialog title="Add a color" open={open} onClose={onClose}>
      {open && hasChanges && (
        <>
          <p className="mb-6 text-sm">
            Save what you changed first: the new color copies what is saved, and your changes would not be in it.
          </p>
          <button type="button" className={button.primary} onClick={onClose}>
            Back to the form
          </button>
        </>
      )}
      {open && !hasChanges && <NewColor product={product} onClose={onClose} onAdded={onAdded} />}
    </FormDialog>
  )
}

function NewColor({ product, onClose, onAdded }: Omit<AddColorDialogProps, 'open' | 'hasChanges'>) {
  const [color, setColor] = useState('')
  const [swatch, setSwatch] = useState('')
  const [addColor] = useAddColorMutation()
  const form = useForm<'color' | 'shade' | 'swatch'>({
    check: ({ color, swatch }) => {
      const swatchError = readVariation({ swatch }).error
      return {
        ...(color === '' && { color: 'Choose the color under which shoppers find it.' }),
        ...(swatchError && { swatch: swatchError }),
      }
    },
    send: async texts => {
      const { data, error } = await addColor({ id: product._id, ...texts })
      if (data) onAdded(data)
      else console.info('The color was not added', error)
      return data ? undefined : formErrorOf(error)
    },
  })
  return (
    <>
      <p className="mb-6 text-stone text-sm [overflow-wrap:anywhere]">
        It has the texts, prices and sizes of {product.name}, and is listed once it has a picture.
      </p>
      <Form
        form={form}
        action="Add the color"
        progress="Adding…"
        beside={
          <button type="button" className={button.quiet} onClick={onClose}>
            Cancel
          </button>
        }
      >
        <Field
          as="select"
          label="Color"
          name="color"
          value={color}
          onChange={({ target }: { target: { value: string } }) => setColor(target.value)}
          aria-required
          error={form.fieldErrors.color}
        >
          <Choices of={useChoices().colors} unset="Select a color" />
        </Field>
        <Field
          label={<Optional>Shade</Optional>}
          name="shade"
          placeholder="Ex: Ripe cherry"
          maxLength={variationLimits.shade}
          autoComplete="off"
        />
        <SwatchField
          name="swatch"
          color={color}
          value={swatch}
          onChange={({ target }) => setSwatch(target.value)}
          error={form.fieldErrors.swatch}
        />
      </Form>
    </>
  )
}
