import { type ReactNode, useState } from 'react'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Section, Settings } from '#domain/settings/section.ts'
import { Failure } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Optional } from '../../ui/form/optional.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { useManagedSettingsQuery, useSaveSectionMutation } from '../admin-api.ts'
import { CurrencyOptions } from '../page/fields/currency-fields.tsx'
import { refusalOf, sectionErrors } from '../page/section-errors.ts'

interface SectionFormProps {
  onSaved: () => Promise<void>
  /** The button that skips the step. */
  beside: ReactNode
}

export function NameForm({ onSaved, beside }: SectionFormProps) {
  const { managed, wait, errorsOf, save, isCurrencyFixed, isTyped, noteTyping } = useSection('identity')
  const currency = useSection('currency')
  const form = useForm<'name' | 'tagline' | 'code'>({
    check: ({ name, tagline }) =>
      name.trim() ? errorsOf({ name, tagline }) : { name: 'Please type the name of the shop.' },
    async send({ code, ...texts }) {
      const isOther = code !== undefined && code !== currency.managed?.value.code
      const error = isOther ? await currency.save({ code: code as CurrencyCode }, async () => undefined) : undefined
      return error ?? (await save(texts, onSaved))
    },
  })
  if (!managed) return wait
  return (
    <Form
      form={form}
      action="Save and go on"
      progress="Saving…"
      beside={beside}
      onInput={noteTyping}
      className="max-w-xl"
    >
      <Field
        label="Name of the shop"
        name="name"
        autoComplete="organization"
        defaultValue={managed.isOwn ? managed.value.name : ''}
        error={form.fieldErrors.name}
        aria-required
      />
      <Field
        label={<Optional>Tagline</Optional>}
        name="tagline"
        defaultValue={managed.value.tagline}
        hint="Follows the name where search engines show the shop."
        error={form.fieldErrors.tagline}
      />
      {currency.managed && !isCurrencyFixed && (
        <Field
          as="select"
          label="Currency"
          name="code"
          defaultValue={currency.managed.value.code}
          hint="Of all prices. From the first order on it stays."
          error={form.fieldErrors.code}
        >
          <CurrencyOptions />
        </Field>
      )}
      <LeaveGuard isUnsaved={isTyped} asksWithinPage />
    </Form>
  )
}

export function AddressForm({ onSaved, beside }: SectionFormProps) {
  const { managed, wait, errorsOf, save, isTyped, noteTyping } = useSection('contact')
  const form = useForm<'address' | 'phone' | 'email'>({
    check(texts) {
      const missing = {
        ...(!texts.address.trim() && { address: 'Please type the address of the shop.' }),
        ...(!texts.email.trim() && { email: 'Please type an e-mail address that you read.' }),
      }
      return Object.keys(missing).length > 0 ? missing : errorsOf(withLines(texts))
    },
    send: texts => save(withLines(texts), onSaved),
  })
  if (!managed) return wait
  const { value, isOwn } = managed
  return (
    <Form
      form={form}
      action="Save and go on"
      progress="Saving…"
      beside={beside}
      onInput={noteTyping}
      className="max-w-xl"
    >
      <Field
        as="textarea"
        rows={4}
        label="Address"
        name="address"
        autoComplete="street-address"
        defaultValue={isOwn ? value.address.join('\n') : ''}
        hint="As on an envelope below the name, a line for each part. It stands under the name on every page and in every e-mail."
        error={form.fieldErrors.address}
        aria-required
      />
      <Field
        label={<Optional>Telephone</Optional>}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={isOwn ? value.phone : ''}
        error={form.fieldErrors.phone}
      />
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={isOwn ? value.email : ''}
        hint="Where customers write to."
        error={form.fieldErrors.email}
        aria-required
      />
      <LeaveGuard isUnsaved={isTyped} asksWithinPage />
    </Form>
  )
}

/** The fields of the contact section: each line of the address that says something is one of its parts. */
function withLines({ address, ...texts }: Record<'address' | 'phone' | 'email', string>) {
  const lines = address.split('\n').map(line => line.trim())
  return { ...texts, address: lines.filter(line => line !== '') }
}

/** A section of the settings, what to show until it has loaded, and how to change some of its fields. */
function useSection<Name extends 'identity' | 'contact' | 'currency'>(name: Name) {
  const { data, isError, isFetching, refetch } = useManagedSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [saveSection] = useSaveSectionMutation()
  const [isTyped, setIsTyped] = useState(false)
  const managed = data?.[name]

  const errorsOf = (changes: Partial<Settings[Name]>) => sectionErrors(name, { ...managed?.value, ...changes })

  async function save(changes: Partial<Settings[Name]>, onSaved: () => Promise<void>) {
    if (!managed) return undefined
    const value = { ...managed.value, ...changes } as Settings[Section]
    const { error } = await saveSection({ name, value, version: managed.version })
    if (error) return refusalOf(error)
    setIsTyped(false)
    await onSaved()
  }

  const wait = isError && !isFetching ? <Failure onRetry={refetch}>Failed to load the settings!</Failure> : <Spinner />
  const noteTyping = () => setIsTyped(true)
  return { managed, wait, errorsOf, save, isCurrencyFixed: Boolean(data?.currencyIsFixed), isTyped, noteTyping }
}
