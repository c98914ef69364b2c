import { userLimits } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useRegisterMutation } from './api.ts'
import { emailError } from './email-error.ts'
import { newAccountErrors } from './new-account-errors.ts'
import { passwordHint } from './new-password.ts'

export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [register] = useRegisterMutation()
  const form = useForm<'username' | 'email' | 'password'>({
    check: async texts => ({ ...(await newAccountErrors(texts)), email: emailError(texts.email) }),
    async send({ username, email, password }) {
      const { error } = await register({ username: username.trim(), email: email.trim(), password })
      if (error) return formErrorOf(error, 'Your given info is not valid')
      onRegistered(email.trim())
    },
  })
  const { fieldErrors } = form
  return (
    <Form form={form} action="Register" progress="Registering…" className="mt-8">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        maxLength={userLimits.username}
        error={fieldErrors.username}
        aria-required
      />
      <Field label="Email" name="email" type="email" autoComplete="username" error={fieldErrors.email} aria-required />
      <PasswordField label="Password" autoComplete="new-password" hint={passwordHint} error={fieldErrors.password} />
    </Form>
  )
}
