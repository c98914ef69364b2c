import { useState } from 'react'
import { formErrorOf } from '../session/form-error.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useForgotPasswordMutation } from './api.ts'
import { emailError } from './email-error.ts'

/** `email` is what the user typed on the login page. */
export function ForgotPasswordForm({ email }: { email?: string }) {
  const [forgot] = useForgotPasswordMutation()
  const [answer, setAnswer] = useState('')
  const form = useForm<'email'>({
    check: ({ email }) => ({ email: emailError(email) }),
    async send({ email }) {
      setAnswer('')
      const { data, error } = await forgot({ email: email.trim() })
      if (data === undefined) return formErrorOf(error)
      setAnswer(data)
    },
  })
  return (
    <Form form={form} action="Send the link" progress="Sending…" className="mt-8">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={form.fieldErrors.email}
        aria-required
      />
      <p role="status" className={answer ? 'border-sage border-l-2 pl-3 text-sm' : 'sr-only'}>
        {answer}
      </p>
    </Form>
  )
}
