import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { type Store, useAppSelector } from '../store.ts'
import { checkSession } from './check.ts'

/**
 * Who is signed in, for a page that depends on it. Where this browser has nobody stored, the server is asked: its cookie
 * may have outlived the storage.
 */
export function useCheckedSession() {
  const session = useAppSelector(({ session }) => session)
  const store = useStore() as Store
  const isOpen = session.isKnown && !session.isChecked && !session.user
  useEffect(() => {
    if (isOpen) checkSession(store)
  }, [isOpen, store])
  return session
}
