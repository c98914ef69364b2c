import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'react-router'
import { type Store, useAppSelector } from '../store.ts'
import { checkRole, checkSession } from './check.ts'

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

/** Asks on every page that is opened whether the visitor's role has changed. */
export function useCheckedRole() {
  const { pathname } = useLocation()
  const store = useStore() as Store
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(() => {
    checkRole(store)
  }, [pathname, store])
}
