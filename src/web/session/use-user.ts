import { useAppSelector } from '../store.ts'

/** The signed-in user, undefined for a guest and during server rendering. */
export const useUser = () => useAppSelector(({ session }) => session.user)
