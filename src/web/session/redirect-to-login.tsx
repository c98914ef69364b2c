import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../store.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'

/**
 * Shown in place of a page that this visitor may not open: gives the reason and links to the login, which returns to
 * the page.
 */
export function RedirectToLogin({ because }: { because?: string }) {
  const from = useLocation()
  const navigate = useNavigate()
  const isLeaving = useAppSelector(({ session }) => session.isLeaving)
  const isOnTheWay = useRef(false)

  useEffect(() => {
    if (isOnTheWay.current) return
    isOnTheWay.current = true
    if (isLeaving) return
    if (because) toast.alert(because)
    navigate('/login', { replace: true, state: { from } })
  }, [because, from, navigate, isLeaving])

  return <Spinner />
}
