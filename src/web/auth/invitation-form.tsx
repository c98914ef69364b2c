import { userLimits } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useAcceptInvitationMutation } from './invitation-api.ts'
import { newAccountErrors } from './new-account-errors.ts'
import { passwordHint } from './new-password.ts'

interface InvitationFormProps {
  /** From the link in the e-mail. */
  token: string
  email: string
  onAccepted: () => void
}

/** Opens an account for somebody who was invited. */
export function InvitationForm({ token, email, onAccepted }: InvitationFormProps) {
  const [accept] = useAcceptInvitationMutation()
  const form = useForm<'username' | 'password'>({
    check: newAccountErrors,
    async send({ username, password }) {
      const { error } = await accept({ token, username: username.trim(), password })
      if (error) return formErrorOf(error)
      onAccepted()
    },
  })
  const { fieldErrors } = form
  return (
    <Form form={form} action="Accept the invitation" progress="Accepting…" className="mt-8">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        hint="You log in with it."
        readOnly
        className="w-full text-ellipsis bg-transparent text-base text-ink"
      />
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        maxLength={userLimits.username}
        error={fieldErrors.username}
        aria-required
      />
      <PasswordField label="Password" autoComplete="new-password" hint={passwordHint} error={fieldErrors.password} />
    </Form>
  )
}
