import type { User } from '#domain/users/user.ts'
import { useLoginMutation } from '../session/api.ts'
import { formErrorOf } from '../session/form-error.ts'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'

interface LoginCodeFormProps {
  /** The server has accepted these and asks for the code. */
  credentials: { email: string; password: string }
  onBack: () => void
  onLoggedIn: (user: User) => Promise<void>
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** The second step of logging in. Recovery codes contain letters, so the field asks for the full keyboard. */
export function LoginCodeForm({ credentials, onBack, onLoggedIn }: LoginCodeFormProps) {
  const [login] = useLoginMutation()
  const form = useForm<'code'>({
    check: ({ code }) => ({ code: code.trim() ? undefined : 'Please type a code.' }),
    async send({ code }) {
      const { data, error } = await login({ ...credentials, code })
      if (!data) return formErrorOf(error)
      await onLoggedIn(data.user)
    },
  })
  return (
    <Form
      form={form}
      action="Log in"
      progress="Logging in…"
      className="mt-8"
      beside={
        <button type="button" className={button.quiet} onClick={onBack}>
          Back
        </button>
      }
    >
      <Field
        ref={focus}
        label="Code from your authenticator app, or a recovery code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        hint="Neither at hand? Whoever looks after the shop’s server can let you in."
        error={form.fieldErrors.code}
        aria-required
      />
    </Form>
  )
}
