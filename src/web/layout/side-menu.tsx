import {
  Boxes,
  FileText,
  HeartCrack,
  History,
  type IconNode,
  LayoutDashboard,
  LogOut,
  Mail,
  MessageSquareText,
  Package,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  SearchX,
  Settings,
  ShieldCheck,
  UserRound,
  Users,
  Wallet,
  Warehouse,
} from 'lucide'
import { type FocusEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Role } from '#domain/users/user.ts'
import { isOpenTo } from '../session/remembered-page.ts'
import { useLogOut } from '../session/use-log-out.ts'
import { Icon } from '../ui/icon.tsx'
import { NavLink } from '../ui/link.tsx'

const links: Record<Exclude<Role, 'staff'>, { to: string; label: string; icon: IconNode }[]> = {
  admin: [
    { to: '/dashboard/admin', label: 'Dashboard', icon: LayoutDashboard },
    { to: '/dashboard/add-product', label: 'Add Product', icon: PackagePlus },
    { to: '/dashboard/manage-products', label: 'Manage Products', icon: Boxes },
    { to: '/dashboard/stock', label: 'Stock', icon: Warehouse },
    { to: '/dashboard/users', label: 'Users', icon: Users },
    { to: '/dashboard/manage-orders', label: 'Manage Orders', icon: Package },
    { to: '/dashboard/packing', label: 'Packing', icon: PackageCheck },
    { to: '/dashboard/returns', label: 'Returns', icon: PackageOpen },
    { to: '/dashboard/manage-reviews', label: 'Reviews', icon: MessageSquareText },
    { to: '/dashboard/messages', label: 'Messages', icon: Mail },
    { to: '/dashboard/lost-demand', label: 'Lost demand', icon: HeartCrack },
    { to: '/dashboard/searches', label: 'Searches', icon: SearchX },
    { to: '/dashboard/manage-pages', label: 'Pages & journal', icon: FileText },
    { to: '/dashboard/settings', label: 'Settings', icon: Settings },
    { to: '/dashboard/audit', label: 'Audit', icon: History },
    { to: '/dashboard/proof', label: 'Proof', icon: ShieldCheck },
    { to: '/dashboard/profile', label: 'Profile', icon: UserRound },
  ],
  user: [
    { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
    { to: '/dashboard/orders', label: 'Orders', icon: Package },
    { to: '/dashboard/payments', label: 'Payments', icon: Wallet },
    { to: '/dashboard/profile', label: 'Profile', icon: UserRound },
    { to: '/dashboard/reviews', label: 'Reviews', icon: MessageSquareText },
  ],
}

/** Staff see what is open to them of what admins see. */
const linksOf = (role: Role) => (role === 'staff' ? links.admin.filter(({ to }) => isOpenTo(role, to)) : links[role])

const item =
  'flex min-h-12 shrink-0 items-center gap-3 px-3 text-sm transition-colors duration-150 hover:text-rosewood lg:min-h-11 lg:[@media(height<58rem)]:min-h-10'

/**
 * Browsers scroll only a corner of a focused link into view, and the pointer may be over it, so this scrolls the whole
 * link.
 */
function showWhole({ target }: FocusEvent) {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

const gapPx = 8 // aligns the first link's text with the page's text

/**
 * The menu of a dashboard: beside its pages, above them on a narrow screen. It takes the same room before the user is
 * known.
 */
export function SideMenu({ role }: { role: Role | undefined }) {
  const strip = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const logOut = useLogOut()

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the current page's link into view on each new page
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current=page]')
    const neighbour = current?.closest('li')?.previousElementSibling?.querySelector('a') ?? current
    if (neighbour && strip.current) strip.current.scrollLeft = neighbour.offsetLeft - gapPx
  }, [pathname, role])

  return (
    <nav
      aria-label="Dashboard"
      className="-mx-[min(1.25rem,5.6vw)] min-h-12 border-line border-b md:-mx-10 lg:sticky lg:top-16 lg:mx-0 lg:h-[calc(100dvh-4rem)] lg:border-r lg:border-b-0 lg:pt-9 lg:pr-6 lg:[@media(height<54rem)]:-ml-2 lg:[@media(height<54rem)]:overflow-y-auto lg:[@media(height<54rem)]:pl-2"
    >
      {role && (
        <ul
          ref={strip}
          onFocus={showWhole}
          className="relative flex scroll-px-5 overflow-x-auto px-2 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-1.25rem),transparent)] [scrollbar-width:none] md:px-7 lg:flex-col lg:overflow-visible lg:px-0"
        >
          {linksOf(role).map(({ to, label, icon }) => (
            <li key={to} className="shrink-0">
              <NavLink
                to={to}
                end
                className={`${item} aria-[current=page]:text-rosewood aria-[current=page]:shadow-[inset_0_-2px_var(--rosewood)] lg:aria-[current=page]:shadow-[inset_2px_0_var(--rosewood)] forced-colors:aria-[current=page]:font-semibold forced-colors:aria-[current=page]:underline`}
              >
                <Icon of={icon} className="size-4.5 max-lg:hidden" />
                {label}
              </NavLink>
            </li>
          ))}
          <li className="shrink-0 lg:mt-4 lg:border-line lg:border-t lg:pt-4">
            <button type="button" className={`${item} w-full`} onClick={logOut}>
              <Icon of={LogOut} className="size-4.5 max-lg:hidden" />
              Logout
            </button>
          </li>
        </ul>
      )}
    </nav>
  )
}
