import type { User } from '#domain/user.ts'
import { useLoginMutation } from '../session/api.ts'
import { problemOf } from '../session/problem-of.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

interface LoginFormProps {
  /** Filled in for whoever has just registered. */
  email?: string
  onEmailTyped: (email: string) => void
  onLoggedIn: (user: User) => void
}

export function LoginForm({ email, onEmailTyped, onLoggedIn }: LoginFormProps) {
  const [login] = useLoginMutation()
  const form = useForm<'email' | 'password'>({
    check: ({ email, password }) => ({
      email: email.trim() ? undefined : 'Email  is required',
      password: password ? undefined : 'Password is required',
    }),
    async send({ email, password }) {
      const { data, error } = await login({ email: email.trim(), password })
      if (!data) return problemOf(error, 'Please Provide a valid email and password!')
      onLoggedIn(data.user)
    },
  })
  const { faults } = form
  return (
    <Form form={form} action="Log in" progress="Logging in…" className="mt-8">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        onChange={event => onEmailTyped(event.currentTarget.value)}
        error={faults.email}
        aria-required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={faults.password}
        aria-required
      />
    </Form>
  )
}
