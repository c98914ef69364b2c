import { useState } from 'react'
import type { User } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useEraseAccountMutation } from './own-data-api.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { useLeaveErasedAccount } from './use-delete-account.ts'

/** Asks for the password, and for a code once the server requires one. */
export function EraseForm({ user, onBack }: { user: User; onBack: () => void }) {
  const [erase] = useEraseAccountMutation()
  const [asksForCode, setAsksForCode] = useState(false)
  const leave = useLeaveErasedAccount()
  const form = useForm<'password' | 'code'>({
    check: ({ password, code }) => ({
      password: password ? undefined : 'Please type your password.',
      code: asksForCode && !code.trim() ? 'Please type a code.' : undefined,
    }),
    async send({ password, code = '' }) {
      const { error } = await erase({ password, code })
      if (!error) return await leave()
      if (codeOf(error) === 'code_needed') setAsksForCode(true)
      return formErrorOf(error)
    },
  })
  const { fieldErrors, isBusy } = form
  return (
    <Form
      form={form}
      action="Erase my account"
      progress="Erasing…"
      beside={
        <button type="button" className={button.quiet} aria-disabled={isBusy} onClick={() => !isBusy && onBack()}>
          Back
        </button>
      }
    >
      <OwnPasswordField ref={focusFirst} email={user.email} error={fieldErrors.password} />
      {asksForCode && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          hint="From your authenticator app, or a recovery code."
          error={fieldErrors.code}
          aria-required
        />
      )}
    </Form>
  )
}

const focusFirst = (field: HTMLInputElement | null) => field?.focus()
const codeOf = (error: unknown) => (error as { data?: { code?: unknown } }).data?.code
