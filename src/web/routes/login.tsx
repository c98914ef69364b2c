import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/user.ts'
import { AccountFrame } from '../layout/account-frame.tsx'
import { pageAfterLogin } from '../session/remembered-page.ts'
import { sessionActions } from '../session/slice.ts'
import { useUser } from '../session/use-user.ts'
import { useAppDispatch } from '../store.ts'
import { textLink } from '../ui/button.ts'
import { toast } from '../ui/toast.tsx'
import { LoginForm } from '../users/login-form.tsx'
import { WhoIsHere } from '../users/who-is-here.tsx'

export default function Login() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const user = useUser()
  const [isLeaving, setIsLeaving] = useState(false)

  function goOn(user: User) {
    setIsLeaving(true)
    dispatch(sessionActions.known(user))
    toast.say('Login successful!')
    navigate(pageAfterLogin(user, state), { replace: true })
  }

  return (
    <AccountFrame title="Log in" art="hero-phone">
      {user && !isLeaving && <WhoIsHere user={user} goesOnTo={pageAfterLogin(user, state)} />}
      <LoginForm email={state?.email} onLoggedIn={goOn} />
      <p className="mt-4">
        <Link to="/forgot-password" className={textLink}>
          Forgotten your password?
        </Link>
      </p>
      <p className="mt-4 border-line border-t pt-4 text-sm text-stone">
        New here?{' '}
        <Link to="/register" state={state} className={textLink}>
          Register
        </Link>
      </p>
    </AccountFrame>
  )
}
