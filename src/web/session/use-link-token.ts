import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tabStorage } from '../storage.ts'

/**
 * The token of a link in an e-mail, from behind the `#`. It is taken out of the address bar, and stays in this tab while the visitor
 * logs in.
 * @param name under which the tab stores it
 */
export function useLinkToken(name: string): { token: string; forget: () => void } {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState('')
  useEffect(() => {
    if (!hash) return setToken(stored => stored || (tabStorage.read(name) ?? ''))
    tabStorage.write(name, hash.slice(1))
    setToken(hash.slice(1))
    navigate(pathname, { replace: true, preventScrollReset: true })
  }, [hash, pathname, name, navigate])
  return { token, forget: useCallback(() => tabStorage.remove(name), [name]) }
}
