import { ArrowLeft } from 'lucide'
import { useLocation } from 'react-router'
import { textLink } from '../../ui/form/button.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

const path = '/dashboard/manage-orders'

/** The state of a link from the list of orders to one of them: the list's filters and page. */
export const fromOrders = (search: string) => ({ ordersSearch: search })

/** The way from an order to the list of all, as it was left. */
export function BackToOrders() {
  const state = useLocation().state as { ordersSearch?: unknown } | null
  const search = typeof state?.ordersSearch === 'string' ? state.ordersSearch : ''
  return (
    <nav aria-label="Dashboard" className="-mt-8 mb-5 md:-mt-11 print:hidden">
      <Link to={`${path}${search}`} className={`${textLink} gap-2`}>
        <Icon of={ArrowLeft} className="size-4" />
        Back to orders
      </Link>
    </nav>
  )
}
