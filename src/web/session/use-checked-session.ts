import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'react-router'
import { type Store, useAppSelector } from '../store.ts'
import { checkRole, checkSession } from './check.ts'

/**
 * The session, for a page that depends on it. If this browser has stored nobody, it asks the server, because the cookie
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

/** Checks on every navigation whether the visitor's role has changed. */
export function useCheckedRole() {
  const { pathname } = useLocation()
  const store = useStore() as Store
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(() => {
    checkRole(store)
  }, [pathname, store])
}
