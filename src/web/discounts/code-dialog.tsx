import { useState } from 'react'
import {
  type DiscountCodeFields,
  discountKinds,
  isCode,
  type ManagedDiscountCode,
  noCode,
  tidyCode,
} from '#domain/costs/discount-code.ts'
import { currencyNoun, readTypedAmount } from '#domain/currency.ts'
import { plainAmount } from '#domain/money.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useShop } from '../settings/api.ts'
import { FormDialog } from '../ui/feedback/form-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { localOf, momentOf } from '../ui/form/local-moment.ts'
import { Optional } from '../ui/form/optional.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useSaveCodeMutation } from './api.ts'

const kindLabels = { percent: 'A percentage', fixed: 'A fixed sum', delivery: 'The delivery' }

interface CodeDialogProps {
  /** The code that is edited, 'new' for another one; undefined while the dialog is closed. */
  opened: ManagedDiscountCode | 'new' | undefined
  onClose: () => void
}

export const CodeDialog = ({ opened, onClose }: CodeDialogProps) => (
  <FormDialog
    title={opened === 'new' ? 'New discount code' : 'Edit the discount code'}
    open={opened !== undefined}
    onClose={onClose}
  >
    {opened !== undefined && <CodeForm code={opened === 'new' ? undefined : opened} onClose={onClose} />}
  </FormDialog>
)

type FieldName = 'code' | 'kind' | 'value' | 'category' | 'min' | 'maxUses' | 'isOnce' | 'isActive'

function CodeForm({ code, onClose }: { code: ManagedDiscountCode | undefined; onClose: () => void }) {
  const [save] = useSaveCodeMutation()
  const { categories } = useShop()
  const [kind, setKind] = useState<DiscountCodeFields['kind']>(code?.kind ?? 'percent')
  const [startsAt, setStartsAt] = useState(code?.startsAt ?? null)
  const [endsAt, setEndsAt] = useState(code?.endsAt ?? null)
  const centsOrBp = (text: string) => (kind === 'percent' ? hundredthsOf(text) : readTypedAmount(text))
  const form = useForm<FieldName>({
    check: ({ code: typed, value, min, maxUses }) => ({
      code: isCode(tidyCode(typed)) ? undefined : noCode,
      value: kind === 'delivery' || centsOrBp(value) ? undefined : 'Please type a number, such as 10 or 7.50.',
      min: min.trim() === '' || readTypedAmount(min) !== undefined ? undefined : 'Please type an amount, such as 50.',
      maxUses: /^\d*$/.test(maxUses.trim()) ? undefined : 'Please type a whole number, or leave it empty.',
    }),
    async send(typed) {
      const fields: DiscountCodeFields = {
        code: typed.code,
        kind,
        value: kind === 'delivery' ? 0 : (centsOrBp(typed.value) ?? 0),
        category: typed.category || null,
        minCents: readTypedAmount(typed.min) ?? 0,
        startsAt,
        endsAt,
        maxUses: typed.maxUses.trim() === '' ? null : Number(typed.maxUses),
        isOnce: typed.isOnce === 'on',
        isActive: code === undefined || typed.isActive === 'on',
      }
      const { error } = await save({ id: code?._id, version: code?.version, fields })
      if (error) return formErrorOf(error)
      toast.say('The discount code is saved.')
      onClose()
    },
  })
  const { fieldErrors } = form
  return (
    <Form
      form={form}
      action="Save"
      progress="Saving…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      <Field
        label="Code"
        name="code"
        defaultValue={code?.code}
        autoComplete="off"
        autoCapitalize="characters"
        hint="What buyers type in the cart: letters A to Z, digits and hyphens, such as SPRING-20."
        error={fieldErrors.code}
        aria-required
      />
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <Field
          as="select"
          label="Takes off"
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(discountKinds.find(each => each === target.value) ?? 'percent')}
        >
          {discountKinds.map(each => (
            <option key={each} value={each}>
              {kindLabels[each]}
            </option>
          ))}
        </Field>
        {kind !== 'delivery' && (
          <Field
            label={kind === 'percent' ? 'Percent' : `Sum in ${currencyNoun()}`}
            name="value"
            inputMode="decimal"
            defaultValue={code && code.kind !== 'delivery' ? printed(code) : ''}
            autoComplete="off"
            error={fieldErrors.value}
            aria-required
          />
        )}
      </div>
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <Field as="select" label={<Optional>Only for</Optional>} name="category" defaultValue={code?.category ?? ''}>
          <option value="">All goods</option>
          {categories.map(({ address, name }) => (
            <option key={address} value={address}>
              {name}
            </option>
          ))}
        </Field>
        <Field
          label={<Optional>Least sum of goods</Optional>}
          name="min"
          inputMode="decimal"
          defaultValue={code && code.minCents > 0 ? plainAmount(code.minCents) : ''}
          autoComplete="off"
          error={fieldErrors.min}
        />
        <Moment label="From" value={startsAt} onChange={setStartsAt} />
        <Moment label="Until" value={endsAt} onChange={setEndsAt} />
        <Field
          label={<Optional>At most orders</Optional>}
          name="maxUses"
          inputMode="numeric"
          defaultValue={code?.maxUses ?? ''}
          autoComplete="off"
          hint="An order that ends unpaid does not count."
          error={fieldErrors.maxUses}
        />
      </div>
      <Check name="isOnce" label="Once for each customer; guests have to log in" isChecked={code?.isOnce ?? false} />
      {code && <Check name="isActive" label="Buyers can use it" isChecked={code.isActive} />}
    </Form>
  )
}

interface MomentProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

function Moment({ label, value, onChange }: MomentProps) {
  const update = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const moment = momentOf(currentTarget)
    if (moment === null || typeof moment === 'string') onChange(moment)
  }
  return (
    <Field
      type="datetime-local"
      label={<Optional>{label}</Optional>}
      max="9999-12-31T23:59"
      defaultValue={localOf(value)}
      onChange={update}
      onBlur={update}
    />
  )
}

const Check = ({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) => (
  <label className="flex min-h-11 items-center gap-3 text-sm">
    <input type="checkbox" name={name} defaultChecked={isChecked} className="size-5 shrink-0 accent-rosewood" />
    {label}
  </label>
)

const printed = ({ kind, value }: ManagedDiscountCode) => (kind === 'percent' ? value / 100 : plainAmount(value))

/** "7.50" is 750; undefined for what is no such number. */
const hundredthsOf = (text: string): number | undefined =>
  /^\d{1,6}([.,]\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.trim().replace(',', '.')) * 100) : undefined
