import { User as UserIcon } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#domain/users/user.ts'
import { useLogOut } from '../session/use-log-out.ts'
import { useUser } from '../session/use-user.ts'
import { Avatar } from '../ui/avatar.tsx'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

const links: Record<string, { to: string; label: string }[]> = {
  admin: [
    { to: '/dashboard/admin', label: 'Dashboard' },
    { to: '/dashboard/manage-products', label: 'Manage Items' },
    { to: '/dashboard/manage-orders', label: 'All Orders' },
    { to: '/dashboard/add-product', label: 'Add Product' },
  ],
  user: [
    { to: '/dashboard', label: 'Dashboard' },
    { to: '/dashboard/profile', label: 'Profile' },
    { to: '/dashboard/payments', label: 'Payments' },
    { to: '/dashboard/orders', label: 'Orders' },
  ],
}

/** The user icon: a link to log in, or the user's picture and menu. Both have the same size. */
export function AccountMenu() {
  const user = useUser()
  if (user) return <Dropdown user={user} />
  return (
    <Link to="/login" aria-label="Log in" className={iconButton}>
      <Icon of={UserIcon} className="size-5" />
    </Link>
  )
}

const item = 'flex min-h-11 w-full items-center px-5 text-left text-sm hover:bg-ivory hover:text-rosewood'

function Dropdown({ user: { username, email, role, profileImage } }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const logOut = useLogOut()
  const { key } = useLocation()
  const close = () => popover.current?.hidePopover()
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu
  useEffect(close, [key])

  function leave() {
    close()
    logOut()
  }

  return (
    <>
      <button
        type="button"
        className={iconButton}
        aria-label="Your account"
        aria-expanded={isOpen}
        aria-controls="account-menu"
        popoverTarget="account-menu"
      >
        <Avatar
          src={profileImage}
          size={32}
          className="size-[min(2rem,8.5vw)] -translate-x-[min(0.375rem,1.6vw)] border border-line"
        />
      </button>
      <div
        ref={popover}
        id="account-menu"
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="fixed inset-auto top-[3.75rem] right-[max(1.25rem,calc((100%-var(--page))/2+2.5rem))] m-0 w-60 rounded-card border border-line bg-paper p-0 py-2 text-ink shadow-lg"
      >
        <p className="border-line border-b px-5 pt-1 pb-3 text-sm">
          {username}
          <span className="block text-stone text-xs">{email}</span>
        </p>
        <nav aria-label="Your account">
          <ul className="pt-2">
            {(links[role] ?? []).map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={item} onClick={close}>
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
      </div>
    </>
  )
}
