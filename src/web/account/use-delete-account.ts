import { useNavigate } from 'react-router'
import { cartActions } from '../cart/slice.ts'
import { sessionActions } from '../session/slice.ts'
import { storage, tabStorage } from '../storage.ts'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** Signs out of an account that was erased, clears this browser's storage and goes to the home page. */
export function useLeaveErasedAccount(): () => Promise<undefined> {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()

  return async () => {
    dispatch(sessionActions.loggedOut())
    dispatch(cartActions.cleared())
    storage.clear()
    tabStorage.clear()
    toast.say('Your account is erased.')
    await navigate('/')
    dispatch(sessionActions.hasLeft())
  }
}
