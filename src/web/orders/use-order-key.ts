import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../store.ts'
import { keyOf, rememberLink } from './order-key.ts'

interface OrderKey {
  key: string | undefined
  /** The server, and the first moment in the browser, know neither key nor user. */
  isKnown: boolean
}

/** The key that opens an order in this browser. It takes the key of a link out of the address bar and remembers it. */
export function useOrderKey(orderId: string): OrderKey {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const isKnown = useAppSelector(({ session }) => session.isKnown)
  useEffect(() => {
    if (rememberLink(orderId, hash.slice(1))) navigate(pathname, { replace: true, preventScrollReset: true })
  }, [orderId, hash, pathname, navigate])
  return { key: isKnown ? keyOf(orderId) : undefined, isKnown }
}
