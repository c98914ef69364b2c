import { formErrorOf } from '../../session/form-error.ts'
import { autofocus } from '../../ui/autofocus.ts'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { OwnPasswordField } from '../own-password-field.tsx'

interface TwoStepProofProps {
  /** For the browser's password manager. */
  email: string
  action: string
  progress: string
  takesRecoveryCode?: boolean
  /** @returns the error if the server refuses */
  send: (proof: { password: string; code: string }) => Promise<unknown>
  onCancel: () => void
}

/** Asks for password and code again before a change of the account's protection. */
export function TwoStepProof({ email, action, progress, takesRecoveryCode, send, onCancel }: TwoStepProofProps) {
  const form = useForm<'password' | 'code'>({
    check: ({ password, code }) => ({
      password: password ? undefined : 'Please type your password.',
      code: code.trim() ? undefined : 'Please type a code.',
    }),
    async send({ password, code }) {
      const error = await send({ password, code })
      return error ? formErrorOf(error) : undefined
    },
  })
  const { fieldErrors } = form
  return (
    <Form
      form={form}
      action={action}
      progress={progress}
      beside={
        <button type="button" className={button.quiet} onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <OwnPasswordField ref={autofocus} email={email} error={fieldErrors.password} />
      <Field
        label={
          takesRecoveryCode
            ? 'Code from your authenticator app, or a recovery code'
            : 'Code from your authenticator app'
        }
        name="code"
        inputMode={takesRecoveryCode ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        error={fieldErrors.code}
        aria-required
      />
    </Form>
  )
}
