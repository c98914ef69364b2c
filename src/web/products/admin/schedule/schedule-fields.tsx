import { scheduleNames } from '#domain/products/fields/schedule-fields.ts'
import { Optional } from '../../../ui/form/optional.tsx'
import { Fold } from '../fold.tsx'
import type { FieldOf, ScheduleTexts, SetText } from './field-of.ts'
import { MomentField } from './moment-field.tsx'
import { PriceField } from './price-field.tsx'
import { saleInWords, visibilityInWords } from './schedule-in-words.ts'
import { StatusField } from './status-field.tsx'

interface ScheduleFieldsProps {
  texts: ScheduleTexts
  set: SetText
  field: FieldOf
}

/**
 * What visitors will see of a product and when, in words, and the fields that change it.
 */
export function ScheduleFields({ texts, set, field }: ScheduleFieldsProps) {
  const isUsed = scheduleNames.some(name => texts[name] !== '' && texts[name] !== 'public')
  const needsAttention = scheduleNames.some(name => field(name).error || field(name).hint)
  const now = new Date()
  const sale = saleInWords(texts, now)
  return (
    <>
      <p className="text-sm">{visibilityInWords(texts, now)}</p>
      {sale && <p className="text-sm">{sale}</p>}
      <Fold title="Status, dates and sale" isOpen={isUsed} needsAttention={needsAttention}>
        <StatusField status={texts.status} set={set} hint={field('status').hint} />
        <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
          <MomentField name="visibleFrom" label="Visible from" empty="Empty: at once" field={field} set={set} />
          <MomentField
            name="visibleUntil"
            label="Visible until"
            empty="Empty: without an end"
            field={field}
            set={set}
          />
        </div>
        <fieldset className="border-line border-t pt-5">
          <legend className="float-left mb-5 w-full font-medium text-sm">Sale</legend>
          <div className="clear-both grid gap-5 *:min-w-0 sm:grid-cols-3">
            <PriceField label={<Optional>Sale price</Optional>} {...field('salePrice')} />
            <MomentField name="saleFrom" label="Sale from" empty="Empty: from now on" field={field} set={set} />
            <MomentField name="saleUntil" label="Sale until" empty="Empty: until you end it" field={field} set={set} />
          </div>
        </fieldset>
      </Fold>
    </>
  )
}
