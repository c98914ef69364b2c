import { useLocation, useNavigate } from 'react-router'
import { RegisterForm } from '../../auth/register-form.tsx'
import { AccountFrame } from '../../layout/account-frame.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

export default function Register() {
  const { state } = useLocation()
  const navigate = useNavigate()

  function goOn(email: string) {
    toast.say('Registration successful!')
    navigate('/login', { state: { ...state, email } })
  }

  return (
    <AccountFrame title="Register" art="category-dress">
      <RegisterForm onRegistered={goOn} />
      <p className="mt-8 border-line border-t pt-4 text-sm text-stone">
        Already registered?{' '}
        <Link to="/login" state={state} className={textLink}>
          Log in
        </Link>
      </p>
    </AccountFrame>
  )
}
