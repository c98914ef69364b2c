import { useAppSelector } from '../store.ts'

/** Who is signed in, undefined for a stranger and while the page is drawn on the server. */
export const useUser = () => useAppSelector(({ session }) => session.user)
