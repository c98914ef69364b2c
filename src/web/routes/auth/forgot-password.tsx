import { useLocation } from 'react-router'
import { ForgotPasswordForm } from '../../auth/forgot-password-form.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

export default function ForgotPassword() {
  const { state } = useLocation()
  return (
    <AccountFrame title="Forgotten password" art="category-jewellery">
      <p className="mt-5 text-stone leading-relaxed">
        Type the e-mail address of your account. We send you a link with which you choose a new password. It works for
        one hour.
      </p>
      <ForgotPasswordForm email={state?.email} />
      <p className="mt-8 border-line border-t pt-4 text-sm text-stone">
        Remembered it?{' '}
        <Link to="/login" state={state} className={textLink}>
          Log in
        </Link>
      </p>
    </AccountFrame>
  )
}
