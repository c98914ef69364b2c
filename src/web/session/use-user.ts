import { useAppSelector } from '../store.ts'

/** The signed-in user, undefined for a guest and during server rendering. */
export const useUser = () => useAppSelector(({ session }) => session.user)

/** Whether an admin looks at a page that is also open to staff. The server decides what is done. */
export const useIsAdmin = () => useUser()?.role === 'admin'
