import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '#domain/users/user.ts'
import { useLoginMutation } from '../session/api.ts'
import { formErrorOf } from '../session/form-error.ts'
import { autofocus } from '../ui/autofocus.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { LoginCodeForm } from './login-code-form.tsx'

interface LoginFormProps {
  /** The address with which the visitor has just registered. */
  email?: string
  onEmailTyped: (email: string) => void
  onLoggedIn: (user: User) => Promise<void>
  /** Other links below the first step. */
  children: ReactNode
}

/**
 * E-mail and password, then a code if the account requires one. Going back to the first step preserves what was typed.
 */
export function LoginForm({ email, onEmailTyped, onLoggedIn, children }: LoginFormProps) {
  const [login] = useLoginMutation()
  const [credentials, setCredentials] = useState<{ email: string; password: string }>()
  const firstStep = useRef<HTMLDivElement>(null)
  const form = useForm<'email' | 'password'>({
    check: ({ email, password }) => ({
      email: email.trim() ? undefined : 'Email  is required',
      password: password ? undefined : 'Password is required',
    }),
    async send({ email, password }) {
      if (!navigator.cookieEnabled) return refusesCookies
      const typed = { email: email.trim(), password }
      const { data, error } = await login(typed)
      if (data) await onLoggedIn(data.user)
      else if (needsCode(error)) setCredentials(typed)
      else return formErrorOf(error, 'Please Provide a valid email and password!')
    },
  })

  function goBack() {
    flushSync(() => setCredentials(undefined))
    firstStep.current?.querySelector<HTMLElement>('[name=password]')?.focus()
  }

  const { fieldErrors } = form
  return (
    <>
      <div ref={firstStep} hidden={credentials !== undefined}>
        <Form form={form} action="Log in" progress="Logging in…" className="mt-8">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            onChange={event => onEmailTyped(event.currentTarget.value)}
            error={fieldErrors.email}
            aria-required
          />
          <PasswordField
            ref={email ? autofocus : undefined}
            label="Password"
            autoComplete="current-password"
            error={fieldErrors.password}
          />
        </Form>
        {children}
      </div>
      {credentials && <LoginCodeForm credentials={credentials} onBack={goBack} onLoggedIn={onLoggedIn} />}
    </>
  )
}

const refusesCookies =
  'Your browser refuses cookies, and without one nobody stays logged in. Please allow them for this shop, then try again.'

const needsCode = (error: unknown) => (error as { data?: { code?: string } }).data?.code === 'code_needed'
