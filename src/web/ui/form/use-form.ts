import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Rules<Name extends string> {
  /** Checks the fields before anything is sent. */
  check: (texts: Record<Name, string>) => FieldErrors<Name> | Promise<FieldErrors<Name>>
  /** @returns the error message if it failed, of the form or of fields; what was typed stays. */
  send: (texts: Record<Name, string>, form: HTMLFormElement) => Promise<string | FieldErrors<Name> | undefined>
}

type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/**
 * An uncontrolled form of text fields: checked, then sent, one submission at a time. The first invalid field gets the
 * focus.
 */
export function useForm<Name extends string>({ check, send }: Rules<Name>) {
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<Name>>({})
  const [formError, setFormError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)

  async function run(form: HTMLFormElement) {
    const texts = Object.fromEntries(new FormData(form)) as Record<Name, string>
    if (showsAtFields(form, await check(texts))) return
    const failure = (await send(texts, form)) ?? ''
    if (typeof failure === 'string') setFormError(failure)
    else if (!showsAtFields(form, failure)) setFormError(Object.values<string | undefined>(failure).join('\n'))
  }

  /** Whether there is a field to show an error at. */
  function showsAtFields(form: HTMLFormElement, found: FieldErrors<Name>): boolean {
    flushSync(() => setFieldErrors(found))
    const faulty = form.querySelector<HTMLElement>('[aria-invalid=true]')
    faulty?.focus()
    return faulty !== null
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    setFormError('')
    await run(event.currentTarget)
    setIsBusy(false)
    isSending.current = false
  }

  const clearFormError = () => setFormError('')
  return { submit, fieldErrors, formError, isBusy, clearFormError }
}
