import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/users/user.ts'
import { LoginForm } from '../../auth/login-form.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { pageAfterLogin } from '../../session/remembered-page.ts'
import { SessionSummary } from '../../session/session-summary.tsx'
import { sessionActions } from '../../session/slice.ts'
import { useCheckedSession } from '../../session/use-checked-session.ts'
import { isFirstSignIn } from '../../settings/setup/is-first-sign-in.ts'
import { useAppDispatch } from '../../store.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

export default function Login() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { user } = useCheckedSession()
  const [isLeaving, setIsLeaving] = useState(false)
  const [email, setEmail] = useState<string>(state?.email ?? '')

  async function goOn(user: User) {
    setIsLeaving(true)
    dispatch(sessionActions.known(user))
    toast.dropAlerts()
    toast.say('Login successful!')
    const isFirst = user.role === 'admin' && (await isFirstSignIn(dispatch))
    await navigate(isFirst ? '/dashboard/first-run' : pageAfterLogin(user, state), { replace: true })
  }

  return (
    <AccountFrame title="Log in" art="hero-phone">
      {user && !isLeaving && <SessionSummary user={user} goesOnTo={pageAfterLogin(user, state)} />}
      <LoginForm email={state?.email} onEmailTyped={setEmail} onLoggedIn={goOn}>
        <p className="mt-4">
          <Link to="/forgot-password" state={{ ...state, email }} className={textLink}>
            Forgotten your password?
          </Link>
        </p>
        <p className="mt-4 border-line border-t pt-4 text-sm text-stone">
          New here?{' '}
          <Link to="/register" state={state} className={textLink}>
            Register
          </Link>
        </p>
      </LoginForm>
    </AccountFrame>
  )
}
