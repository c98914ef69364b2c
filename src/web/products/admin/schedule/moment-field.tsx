import { Field } from '../../../ui/form/field.tsx'
import { localOf, momentOf } from '../../../ui/form/local-moment.ts'
import { Optional } from '../../../ui/form/optional.tsx'
import type { FieldOf, ScheduleTexts, SetText } from './field-of.ts'

interface MomentFieldProps {
  name: Exclude<keyof ScheduleTexts, 'status' | 'salePrice'>
  label: string
  /** What an empty field means. */
  empty: string
  field: FieldOf
  set: SetText
}

/** A date with its time, in the time zone of this browser. */
export function MomentField({ name, label, empty, field, set }: MomentFieldProps) {
  const { value, hint, ...rest } = field(name)
  const update = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const moment = momentOf(currentTarget) ?? ''
    const isSameMinute = localOf(moment) !== '' && localOf(moment) === localOf(value) // the field shows no seconds
    if (moment !== value && !isSameMinute) set(name, moment)
  }
  return (
    <Field
      {...rest}
      type="datetime-local"
      label={<Optional>{label}</Optional>}
      hint={hint ?? empty}
      max="2099-12-31T23:59"
      value={localOf(value)}
      // A date that is typed in part changes no value, so that no change is reported.
      onChange={update}
      onKeyUp={update}
    />
  )
}
