import { useEffect, useRef } from 'react'
import { contactErrors, contactLimits, type PostContact, trimmed } from '#domain/contact.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useUser } from '../session/use-user.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useWriteMessageMutation } from './api.ts'

/** Prefills the name and address of a signed-in user, unless something has been typed already. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const [write] = useWriteMessageMutation()
  const user = useUser()
  const fields = useRef<HTMLDivElement>(null)
  const form = useForm<keyof PostContact>({
    check: texts => contactErrors(trimmed(texts)),
    async send(texts) {
      const { error } = await write(trimmed(texts))
      if (!error) return void onSent()
      const isTooOften = 'status' in error && error.status === 429
      return isTooOften ? `Your earlier messages have reached us.\n${formErrorOf(error)}` : formErrorOf(error)
    },
  })
  const { fieldErrors } = form

  useEffect(() => {
    if (!user) return
    const known: Record<string, string> = { name: user.username, email: user.email }
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value ||= known[input.name] ?? ''
  }, [user])

  return (
    <Form
      form={form}
      action="Send message"
      progress="Sending…"
      className="noscript:hidden sm:[&>button]:min-w-52 sm:[&>button]:self-start"
    >
      <div ref={fields} className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={contactLimits.name}
          error={fieldErrors.name}
          aria-required
        />
        <Field label="Email" name="email" type="email" autoComplete="email" error={fieldErrors.email} aria-required />
      </div>
      <Field
        label="Subject"
        name="subject"
        autoComplete="off"
        maxLength={contactLimits.subject}
        error={fieldErrors.subject}
        aria-required
      />
      <Field
        as="textarea"
        label="Message"
        name="message"
        rows={8}
        dir="auto"
        error={fieldErrors.message}
        aria-required
      />
    </Form>
  )
}
