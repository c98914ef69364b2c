import { formErrorOf } from '../session/form-error.ts'
import { textLink } from '../ui/form/button.ts'
import { Form } from '../ui/form/form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Link } from '../ui/link.tsx'
import { useResetPasswordMutation } from './api.ts'
import { newPasswordError, passwordHint } from './new-password.ts'

interface ResetPasswordFormProps {
  /** From the link in the e-mail. */
  token: string
  onChanged: () => void
}

const gone = 'This link is no longer valid. Please ask for a new one.'

export function ResetPasswordForm({ token, onChanged }: ResetPasswordFormProps) {
  const [reset] = useResetPasswordMutation()
  const form = useForm<'password'>({
    check: async ({ password }) => ({
      password: password ? await newPasswordError(password) : 'Password is required',
    }),
    async send({ password }) {
      const { error } = await reset({ token, password })
      if (error) return formErrorOf(error)
      onChanged()
    },
  })
  return (
    <Form form={form} action="Change password" progress="Changing…" className="mt-8">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={passwordHint}
        error={form.fieldErrors.password}
      />
      {form.formError === gone && (
        <Link to="/forgot-password" className={`${textLink} self-start`}>
          Ask for a new link
        </Link>
      )}
    </Form>
  )
}
