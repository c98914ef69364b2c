import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../store.ts'
import { keyOf, rememberLink } from './order-key.ts'

/** The key that opens an order in this browser. It takes the key of a link out of the address bar and remembers it. */
export function useOrderKey(orderId: string): string | undefined {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const isKnown = useAppSelector(({ session }) => session.isKnown)
  useEffect(() => {
    if (rememberLink(orderId, hash.slice(1))) navigate(pathname, { replace: true, preventScrollReset: true })
  }, [orderId, hash, pathname, navigate])
  return isKnown ? keyOf(orderId) : undefined // the server renders the page without a key
}
