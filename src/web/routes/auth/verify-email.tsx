import { useEffect, useRef } from 'react'
import { useVerifyEmailMutation } from '../../auth/api.ts'
import { AskVerification } from '../../auth/ask-verification.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { formErrorOf } from '../../session/form-error.ts'
import { useCheckedSession } from '../../session/use-checked-session.ts'
import { useLinkToken } from '../../session/use-link-token.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

/** The link in the e-mail opens this page. The token is behind the `#`, which browsers send to no server. */
export default function VerifyEmail() {
  const { token, forget } = useLinkToken('verify-email')
  const { user, isKnown, isChecked } = useCheckedSession()
  return (
    <AccountFrame title="Confirm your e-mail" art="category-cosmetics">
      {!isKnown || (!user && !isChecked) ? (
        <Spinner />
      ) : !user ? (
        <>
          <p className="mt-5 text-stone leading-relaxed">
            Log in to the account that the e-mail was sent to. Your address is confirmed right after that.
          </p>
          <Link to="/login" state={{ from: { pathname: '/verify-email' } }} className={`${button.primary} mt-8`}>
            Log in
          </Link>
        </>
      ) : token ? (
        <Verification token={token} onSent={forget} />
      ) : (
        <>
          <p className="mt-5 text-stone leading-relaxed">
            This page is opened by the link in our e-mail. Please open it again, or ask for a new one.
          </p>
          <AskVerification email={user.email} />
        </>
      )}
    </AccountFrame>
  )
}

/** Sends the token once, and says what has come of it. */
function Verification({ token, onSent }: { token: string; onSent: () => void }) {
  const [verify, { data, error }] = useVerifyEmailMutation()
  const { user } = useCheckedSession()
  const sent = useRef('')
  useEffect(() => {
    if (sent.current === token) return
    sent.current = token
    verify({ token }).then(({ error }) => {
      if (!error || 'status' in error) onSent()
    })
  }, [token, verify, onSent])

  if (error)
    return (
      <>
        <p role="alert" className="mt-5 text-danger leading-relaxed">
          {formErrorOf(error)}
        </p>
        {user && <AskVerification email={user.email} />}
      </>
    )
  if (!data) return <Spinner />
  return (
    <div role="status">
      <p className="mt-5 leading-relaxed">
        Your e-mail is confirmed.{' '}
        {data.orders === 0
          ? 'There are no guest orders with this address.'
          : data.orders === 1
            ? 'One order that you placed as a guest is now among your orders.'
            : `${data.orders} orders that you placed as a guest are now among your orders.`}
      </p>
      <Link to="/dashboard/orders" className={`${button.primary} mt-8`}>
        See your orders
      </Link>
    </div>
  )
}
