import { useChangePasswordMutation } from '../auth/api.ts'
import { newPasswordError, passwordHint } from '../auth/new-password.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { Form } from '../ui/form/form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useForm } from '../ui/form/use-form.ts'

/** Ends the user's other sessions. `email` tells the browser's password manager which account this is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const [change] = useChangePasswordMutation()
  const form = useForm<'oldPassword' | 'newPassword'>({
    check: async ({ oldPassword, newPassword }) => ({
      oldPassword: oldPassword ? undefined : 'Please type your old password.',
      newPassword: newPassword ? await newPasswordError(newPassword) : 'Please type a new password.',
    }),
    async send({ oldPassword, newPassword }, form) {
      const { error } = await change({ oldPassword, newPassword })
      if (error) return formErrorOf(error)
      form.reset()
      toast.say('Your password is changed. You are logged out everywhere else.')
    },
  })
  const { fieldErrors } = form
  return (
    <Form form={form} action="Change password" progress="Changing…" className="max-w-sm">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Old password"
        name="oldPassword"
        autoComplete="current-password"
        error={fieldErrors.oldPassword}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={passwordHint}
        error={fieldErrors.newPassword}
      />
    </Form>
  )
}
