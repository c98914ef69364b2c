import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { ResetPasswordForm } from '../auth/reset-password-form.tsx'
import { AccountFrame } from '../layout/account-frame.tsx'
import { checkSession } from '../session/check.ts'
import { type Store, useAppSelector } from '../store.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/** Opened by the link in the e-mail. Its token comes behind the `#`, which no server and no other site gets to see. */
export default function ResetPassword() {
  const token = useTokenOfLink()
  const isAlive = useAppSelector(({ session }) => session.isKnown)
  const store = useStore() as Store
  const navigate = useNavigate()

  async function goOn() {
    toast.say('Your password is changed. Please log in.')
    await navigate('/login', { replace: true })
    await checkSession(store) // the sessions of this account have ended
  }

  return (
    <AccountFrame title="New password" art="category-accessories">
      {!isAlive ? (
        <Spinner />
      ) : token ? (
        <ResetPasswordForm token={token} onChanged={goOn} />
      ) : (
        <>
          <p className="mt-5 text-stone leading-relaxed">
            This page is opened by the link in our letter. Please open it again, or ask for a new one.
          </p>
          <Link to="/forgot-password" className={`${button.primary} mt-8`}>
            Ask for a new link
          </Link>
        </>
      )}
      <p className="mt-8 border-line border-t pt-4 text-sm text-stone">
        <Link to="/login" className={textLink}>
          Back to log in
        </Link>
      </p>
    </AccountFrame>
  )
}

/** Takes the token out of the address bar and keeps it as long as the page is open. */
function useTokenOfLink(): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState('')
  useEffect(() => {
    if (!hash) return
    setToken(hash.slice(1))
    navigate('/reset-password', { replace: true, preventScrollReset: true })
  }, [hash, navigate])
  return token
}
