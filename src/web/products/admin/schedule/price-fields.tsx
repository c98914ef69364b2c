import { formatCents, toCents } from '#domain/money.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import type { ProductTexts } from '../api.ts'
import { leaveOnWheel } from '../leave-on-wheel.ts'
import type { FieldOf, SetText } from './field-of.ts'
import { MomentField } from './moment-field.tsx'
import { saleInWords } from './schedule-in-words.ts'

interface PriceFieldsProps {
  texts: ProductTexts
  field: FieldOf
  set: SetText
  /** The lowest price of the last 30 days, in dollars. */
  lowest30: number | undefined
}

/** The prices of a product, and its sale. */
export function PriceFields({ texts, field, set, lowest30 }: PriceFieldsProps) {
  const sale = saleInWords(texts, new Date())
  return (
    <>
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <Field label="Price" aria-required {...price} {...field('price')} />
        <Field label={<Optional>Old price</Optional>} {...price} {...field('oldPrice')} />
      </div>
      {(texts.oldPrice !== '' || texts.salePrice !== '') && lowest30 !== undefined && (
        <p className="text-stone text-sm">
          The lowest price of the last 30 days: <strong>{formatCents(toCents(lowest30))}</strong>
        </p>
      )}
      {texts.oldPrice !== '' && (
        <p className="border-gold border-l-2 pl-3 text-sm">
          The old price is shown as you type it. In the EU it must be the lowest price of the 30 days before the
          reduction (98/6/EC, article 6a). A sale below finds that price itself.
        </p>
      )}
      <fieldset className="grid gap-5 border-line border-t pt-5 *:min-w-0 sm:grid-cols-3">
        <legend className="float-left mb-5 w-full font-medium text-sm sm:col-span-3">Sale</legend>
        <Field label={<Optional>Sale price</Optional>} {...price} {...field('salePrice')} />
        <MomentField name="saleFrom" label="Sale from" empty="Empty: from now on" field={field} set={set} />
        <MomentField name="saleUntil" label="Sale until" empty="Empty: until you end it" field={field} set={set} />
      </fieldset>
      {sale && <p className="text-sm">{sale}</p>}
    </>
  )
}

const price = {
  type: 'number',
  inputMode: 'decimal',
  step: '0.01',
  min: '0.01',
  onWheel: leaveOnWheel,
} as const
