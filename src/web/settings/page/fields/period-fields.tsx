import { Field } from '../../../ui/form/field.tsx'
import { localOf, momentOf } from '../../../ui/form/local-moment.ts'
import { Optional } from '../../../ui/form/optional.tsx'
import { Warning } from '../../../ui/form/warning.tsx'
import { useSection } from '../section-context.ts'

interface PeriodFieldsProps {
  /** The place of the object that is shown for a time, such as `heroes.0.`; empty for the section itself. */
  place?: string
}

/** When something is shown, in the time zone of this browser. */
export const PeriodFields = ({ place = '' }: PeriodFieldsProps) => (
  <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
    <MomentField name={`${place}from`} label="Shown from" hint="Empty: from now on" />
    <MomentField name={`${place}until`} label="Shown until" hint="Empty: without an end" />
  </div>
)

interface MomentFieldProps {
  name: string
  label: string
  hint: string
}

/** A moment of the section, in the time zone of this browser. */
export function MomentField({ name, label, hint }: MomentFieldProps) {
  const { read, change, errorOf, warningOf } = useSection()
  const update = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(name, momentOf(currentTarget))
  return (
    <div>
      <Field
        type="datetime-local"
        name={name}
        label={<Optional>{label}</Optional>}
        hint={hint}
        max="9999-12-31T23:59"
        value={localOf(read(name) as string | null)}
        // A date that is typed in part changes no value, so that no change is reported.
        onChange={update}
        onKeyUp={update}
        onBlur={update}
        error={errorOf(name)}
      />
      <Warning>{warningOf(name)}</Warning>
    </div>
  )
}
