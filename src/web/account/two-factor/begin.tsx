import type { SecondFactorKey } from '#domain/users/two-factor.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { autofocus } from '../../ui/autofocus.ts'
import { button } from '../../ui/form/button.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { OwnPasswordField } from '../own-password-field.tsx'
import { useBeginSecondFactorMutation } from './api.ts'

interface BeginTwoStepProps {
  /** For the browser's password manager. */
  email: string
  onKey: (key: SecondFactorKey) => void
  onCancel: () => void
}

/** The first step asks for the password, so that nobody can enroll their own phone in a session that was left open. */
export function BeginTwoStep({ email, onKey, onCancel }: BeginTwoStepProps) {
  const [begin] = useBeginSecondFactorMutation()
  const form = useForm<'password'>({
    check: ({ password }) => ({ password: password ? undefined : 'Please type your password.' }),
    async send({ password }) {
      const { data, error } = await begin({ password })
      if (!data) return formErrorOf(error)
      onKey(data)
    },
  })
  return (
    <Form
      form={form}
      action="Continue"
      progress="Checking…"
      beside={
        <button type="button" className={button.quiet} onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <p className="text-sm text-stone leading-relaxed">
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator, 2FAS or the
        one of your password manager.
      </p>
      <OwnPasswordField ref={autofocus} email={email} error={form.fieldErrors.password} />
    </Form>
  )
}
