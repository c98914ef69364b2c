import { useNavigate } from 'react-router'
import { formErrorOf } from '../session/form-error.ts'
import { sessionActions } from '../session/slice.ts'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useEndAllSessionsMutation } from './own-data-api.ts'

/** Ends every session, this one included. If the call fails, nothing changes in this browser. */
export function SignOutEverywhere() {
  const [endAll, { isLoading }] = useEndAllSessionsMutation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()

  async function signOut() {
    if (isLoading) return
    const { error } = await endAll()
    if (error) return toast.alert(`You were not signed out. ${formErrorOf(error)}`)
    dispatch(sessionActions.loggedOut())
    toast.say('You are signed out everywhere.')
    await navigate('/login')
    dispatch(sessionActions.hasLeft())
  }

  return (
    <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={signOut}>
      {isLoading ? 'Signing out…' : 'Sign out everywhere'}
    </button>
  )
}
