import { currencyNoun } from '#domain/currency.ts'
import type { CollectionRule } from '#domain/settings/collections.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import { useManagedSettingsQuery } from '../../admin-api.ts'
import { withCapital } from '../../api.ts'
import { useSection } from '../section-context.ts'

type Changed = { target: { value: string } }

/** The conditions of a collection's rule; what belongs to it has all of them. */
export function RuleFields({ place, rule }: { place: string; rule: CollectionRule }) {
  const { change, errorOf } = useSection()
  const { data } = useManagedSettingsQuery()
  const { categories = [], colors = [] } = data?.catalogue.value ?? {}
  const numeric = (name: 'newest' | 'minPrice' | 'maxPrice') => ({
    name: place + name,
    value: rule[name] === null ? '' : String(rule[name]),
    onChange: ({ target }: Changed) => change(place + name, asTyped(target.value)),
    error: errorOf(place + name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  const money = currencyNoun()
  return (
    <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
      <Choice place={place} name="category" label="Category" value={rule.category} of={categories} />
      <Choice place={place} name="color" label="Color" value={rule.color} of={colors} />
      <Field label={<Optional>{`Price from, in ${money}`}</Optional>} {...numeric('minPrice')} />
      <Field label={<Optional>{`Price to, in ${money}`}</Optional>} {...numeric('maxPrice')} />
      <Field label={<Optional>Only the newest</Optional>} hint="How many pieces, such as 24." {...numeric('newest')} />
      <label className="inline-flex min-h-11 items-center gap-3 self-center text-sm">
        <input
          type="checkbox"
          className="size-5 accent-rosewood"
          checked={rule.isSale}
          onChange={({ target }) => change(`${place}isSale`, target.checked)}
        />
        Only what is reduced
      </label>
    </div>
  )
}

/** A number, or the text that is not one yet: an error says so when it is saved. */
const asTyped = (text: string) => (text === '' ? null : String(Number(text)) === text ? Number(text) : text)

interface ChoiceProps {
  place: string
  name: string
  label: string
  value: string
  of: { id: string; name: string }[]
}

function Choice({ place, name, label, value, of }: ChoiceProps) {
  const { change, errorOf } = useSection()
  return (
    <Field
      as="select"
      name={place + name}
      label={label}
      value={value}
      error={errorOf(place + name)}
      onChange={({ target }: Changed) => change(place + name, target.value)}
    >
      <Choices of={of.map(each => ({ value: each.id, label: withCapital(each.name) }))} unset="Any" />
    </Field>
  )
}
