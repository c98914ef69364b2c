import type { ComponentProps } from 'react'
import { useSwatch } from '../../../settings/api.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'

interface SwatchFieldProps extends Pick<ComponentProps<typeof Field>, 'error' | 'hint'> {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  /** The shop's color, whose swatch is shown while the product has none of its own. */
  color: string
}

/** A product's swatch: picked, or typed as #rrggbb. */
export function SwatchField({ color, ...field }: SwatchFieldProps) {
  const preset = useSwatch()(color)
  const isValid = /^#[0-9a-f]{6}$/i.test(field.value)
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={<Optional>Swatch</Optional>}
          placeholder={color === '' ? 'Ex: #8e2f3c' : preset}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          {...field}
        />
      </div>
      <input
        type="color"
        aria-label="Pick the swatch"
        value={isValid ? field.value.toLowerCase() : preset}
        onChange={field.onChange}
        className="mt-6.5 h-11 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-paper p-1"
      />
    </div>
  )
}
