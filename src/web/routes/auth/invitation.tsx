import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import type { OpenedInvitation } from '#domain/users/invitation.ts'
import { useAcceptForAccountMutation, useOpenInvitationMutation } from '../../auth/invitation-api.ts'
import { InvitationForm } from '../../auth/invitation-form.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { checkRole } from '../../session/check.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useCheckedSession } from '../../session/use-checked-session.ts'
import { useLinkToken } from '../../session/use-link-token.ts'
import { useLogOut } from '../../session/use-log-out.ts'
import { useShop } from '../../settings/api.ts'
import type { Store } from '../../store.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

const home = '/dashboard/admin'

/** The link in the e-mail opens this page. The token is behind the `#`, which browsers send to no server. */
export default function InvitationPage() {
  const { token, forget } = useLinkToken('invitation')
  const { isKnown } = useCheckedSession()
  return (
    <AccountFrame title="Your invitation" art="category-accessories">
      {!isKnown ? (
        <Spinner />
      ) : token ? (
        <Opened key={token} token={token} onDone={forget} />
      ) : (
        <p className="mt-5 text-stone leading-relaxed">
          This page is opened by the link in our e-mail. Please open it again, or ask the shop for a new one.
        </p>
      )}
    </AccountFrame>
  )
}

interface InvitationProps {
  token: string
  onDone: () => void
}

/** Asks once what the link is for. */
function Opened({ token, onDone }: InvitationProps) {
  const [open, { data, error }] = useOpenInvitationMutation()
  const { name } = useShop()
  const navigate = useNavigate()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    open(token)
  }, [open, token])

  if (error) return <Refusal>{formErrorOf(error)}</Refusal>
  if (!data) return <Spinner />

  async function goOn() {
    onDone()
    toast.say('Welcome. Please log in.')
    await navigate('/login', { replace: true, state: { email: data?.email, from: { pathname: home } } })
  }

  return (
    <>
      <p className="mt-5 leading-relaxed [overflow-wrap:anywhere]">
        You are invited to work at {name}
        {data.role === 'admin' ? ', as an admin' : ', as staff: with its orders, its stock and its messages'}.
      </p>
      {data.hasAccount ? (
        <ForAccount token={token} onDone={onDone} invitation={data} />
      ) : (
        <InvitationForm token={token} email={data.email} onAccepted={goOn} />
      )}
    </>
  )
}

/** The address has an account: who is signed in to it accepts. */
function ForAccount({ token, onDone, invitation: { email } }: InvitationProps & { invitation: OpenedInvitation }) {
  const { user, isChecked } = useCheckedSession()
  const [accept, { isLoading }] = useAcceptForAccountMutation()
  const [error, setError] = useState('')
  const store = useStore() as Store
  const navigate = useNavigate()
  const logOut = useLogOut()

  async function acceptNow() {
    if (isLoading) return
    setError('')
    const { error } = await accept(token)
    if (error) return setError(formErrorOf(error))
    onDone()
    await checkRole(store)
    toast.say('Welcome.')
    await navigate(home, { replace: true })
  }

  if (!user)
    return isChecked ? (
      <>
        <p className="mt-5 text-stone leading-relaxed [overflow-wrap:anywhere]">
          {email} has an account. Log in to it, and accept the invitation then.
        </p>
        <Link to="/login" state={{ email, from: { pathname: '/invitation' } }} className={`${button.primary} mt-8`}>
          Log in
        </Link>
      </>
    ) : (
      <Spinner />
    )
  if (user.email.toLowerCase() !== email.toLowerCase())
    return (
      <>
        <p className="mt-5 text-stone leading-relaxed [overflow-wrap:anywhere]">
          It is for the account {email}, and you are logged in as {user.email}. Log out, and open the link again.
        </p>
        <button type="button" className={`${button.quiet} mt-8`} onClick={logOut}>
          Log out
        </button>
      </>
    )
  return (
    <>
      {error && <Refusal>{error}</Refusal>}
      <button type="button" className={`${button.primary} mt-8`} aria-disabled={isLoading} onClick={acceptNow}>
        {isLoading ? 'Accepting…' : `Accept as ${user.username}`}
      </button>
    </>
  )
}

const Refusal = ({ children }: { children: string }) => (
  <p role="alert" className="mt-5 text-danger leading-relaxed">
    {children}
  </p>
)
