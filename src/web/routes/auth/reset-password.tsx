import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { ResetPasswordForm } from '../../auth/reset-password-form.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { checkSession } from '../../session/check.ts'
import { type Store, useAppSelector } from '../../store.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

/** The link in the e-mail opens this page. The token is behind the `#`, which browsers send to no server. */
export default function ResetPassword() {
  const token = useTokenOfLink()
  const isAlive = useAppSelector(({ session }) => session.isKnown)
  const store = useStore() as Store
  const navigate = useNavigate()

  async function goOn() {
    toast.say('Your password is changed. Please log in.')
    await navigate('/login', { replace: true })
    await checkSession(store) // the reset has ended this account's sessions
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

/** Removes the token from the address bar and holds it while the page is open. */
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
