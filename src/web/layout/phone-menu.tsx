import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useGoodsLinks, useShop } from '../settings/api.ts'
import { useAppSelector } from '../store.ts'
import { NavLink } from '../ui/link.tsx'

/** A phone has the journal in its menu, also where the laptop does not. */
const journal = { link: '/blogs', label: 'Journal' }
const ofPhone = [
  { link: '/wishlist', label: 'Wishlist' },
  { link: '/login', label: 'Account' },
]

/** The navigation on a phone, below the header. */
export function PhoneMenu() {
  const menu = useRef<HTMLElement>(null)
  const links = useGoodsLinks()
  const { header } = useShop().menus
  const ways = header.some(({ link }) => link === journal.link) ? header : header.toSpliced(2, 0, journal)
  const saved = useAppSelector(({ wishlist }) => wishlist.ids.length)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => menu.current?.hidePopover(), [key])
  return (
    <nav
      ref={menu}
      id="menu"
      aria-label="Menu"
      popover="auto"
      className="phone-menu fixed inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto overscroll-contain border-line border-b bg-ivory p-0 text-ink md:hidden"
    >
      <ul className="container-page divide-y divide-line pt-1 pb-4">
        {[...ways, ...ofPhone].map(({ link: to, label }) => (
          <li key={to}>
            <NavLink to={to} className="menu-link min-h-14 font-display text-[1.4rem]">
              {label}
              {to === '/wishlist' && saved > 0 && ` (${saved})`}
            </NavLink>
            {to === '/shop' && (
              <ul className="-mt-2 grid grid-cols-2 gap-x-6 pb-2">
                {links.map(({ to, label }) => (
                  <li key={to} className="min-w-0 [overflow-wrap:anywhere]">
                    <NavLink to={to} className="menu-link min-h-11 text-sm text-stone">
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
