import { useLogOut } from '../session/use-log-out.ts'
import { Link } from '../ui/link.tsx'

const links: Record<string, { to: string; label: string }[]> = {
  admin: [
    { to: '/dashboard/admin', label: 'Dashboard' },
    { to: '/dashboard/manage-products', label: 'Manage Items' },
    { to: '/dashboard/manage-orders', label: 'All Orders' },
    { to: '/dashboard/add-product', label: 'Add Product' },
    { to: '/dashboard/settings', label: 'Settings' },
  ],
  staff: [
    { to: '/dashboard/admin', label: 'Dashboard' },
    { to: '/dashboard/manage-orders', label: 'All Orders' },
    { to: '/dashboard/packing', label: 'Packing' },
    { to: '/dashboard/messages', label: 'Messages' },
    { to: '/dashboard/profile', label: 'Profile' },
  ],
  user: [
    { to: '/dashboard', label: 'Dashboard' },
    { to: '/dashboard/profile', label: 'Profile' },
    { to: '/dashboard/payments', label: 'Payments' },
    { to: '/dashboard/orders', label: 'Orders' },
  ],
}

const item = 'flex min-h-11 w-full items-center px-5 text-left text-sm hover:bg-ivory hover:text-rosewood'

/** The account menu's links and Logout; guests never load it. `onLeave` closes the menu. */
export function AccountLinks({ role, onLeave }: { role: string; onLeave: () => void }) {
  const logOut = useLogOut()

  function leave() {
    onLeave()
    logOut()
  }

  return (
    <nav aria-label="Your account">
      <ul className="pt-2">
        {(links[role] ?? []).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={item} onClick={onLeave}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={item} onClick={leave}>
            Logout
          </button>
        </li>
      </ul>
    </nav>
  )
}
