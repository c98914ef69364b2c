import { useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLogoutMutation } from './api.ts'
import { sessionActions } from './slice.ts'

/** Ends the session on the server, then in this browser. If the call fails, the visitor stays signed in. */
export function useLogOut(): () => Promise<void> {
  const [logOut, { isLoading }] = useLogoutMutation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()

  return async () => {
    if (isLoading) return
    const { error } = await logOut()
    if (error) {
      console.info('Logging out failed', error)
      toast.alert('We could not log you out. You are still logged in. Please try again.')
      return
    }
    dispatch(sessionActions.loggedOut())
    toast.say('logout successful')
    await navigate('/')
    dispatch(sessionActions.hasLeft())
  }
}
