import { Heart, Menu, Search, ShoppingBag } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { totalsOf } from '#domain/orders/cart.ts'
import { expectCart } from '../cart/late-dialogs.tsx'
import { cartActions } from '../cart/slice.ts'
import { useShop } from '../settings/api.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link, NavLink } from '../ui/link.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { AccountMenu } from './account-menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { ShopMenu } from './shop-menu.tsx'
import { Wordmark } from './wordmark.tsx'

const loadSearchPanel = async () => (await import('../search/search-panel.tsx')).SearchPanel

export function Header() {
  const { name, menus } = useShop()
  const [isSearching, setIsSearching] = useState(false)
  const SearchPanel = useLazy(loadSearchPanel, isSearching, () => {
    setIsSearching(false)
    toast.alert('The search could not be opened. Please try again.')
  })

  return (
    <header className="fixed inset-x-0 top-0 z-30 border-line border-b bg-ivory/85 backdrop-blur-md">
      <div className="container-page grid h-16 grid-cols-[1fr_minmax(0,auto)_1fr] items-center [--room:calc(100vw-208px)] md:[--room:calc(100vw-612px)] lg:[--room:calc(100vw-660px)]">
        <div className="flex items-center">
          <button
            type="button"
            className={`${iconButton} -ml-[min(0.75rem,3.2vw)] md:hidden`}
            aria-label="Menu"
            popoverTarget="menu"
          >
            <Icon of={Menu} className="size-6" />
          </button>
          <SearchLink className="md:hidden" onOpen={() => setIsSearching(true)} />
          <nav aria-label="Main" className="hidden items-center gap-5 md:flex lg:gap-7">
            {menus.header.map(({ link, label }) =>
              link === '/shop' ? (
                <ShopMenu key={link} label={label} />
              ) : (
                <NavLink key={link} to={link} className="main-link">
                  {label}
                </NavLink>
              ),
            )}
          </nav>
        </div>
        <Link to="/" aria-label={`${name}, home`} className="flex min-h-11 min-w-0 items-center px-2">
          <Wordmark />
        </Link>
        <div className="-mr-[min(0.75rem,3.2vw)] flex justify-end">
          <SearchLink className="max-md:hidden" onOpen={() => setIsSearching(true)} />
          <WishlistLink />
          <CartButton />
          <AccountMenu />
        </div>
      </div>
      <PhoneMenu />
      {SearchPanel && <SearchPanel open={isSearching} onClose={() => setIsSearching(false)} />}
    </header>
  )
}

/** Opens the search panel; without a script, or in a new tab, the link leads to the search page. */
function SearchLink({ className, onOpen }: { className: string; onOpen: () => void }) {
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link
      to="/search"
      aria-label="Search"
      aria-haspopup="dialog"
      onClick={open}
      className={`${iconButton} ${className}`}
    >
      <Icon of={Search} className="size-5" />
    </Link>
  )
}

/** A phone has it in its menu. */
function WishlistLink() {
  const saved = useAppSelector(({ wishlist }) => wishlist.ids.length)
  return (
    <Link
      to="/wishlist"
      aria-label={`Wishlist, ${saved} ${saved === 1 ? 'piece' : 'pieces'}`}
      className={`${iconButton} max-md:hidden`}
    >
      <Icon of={Heart} className="size-5" />
      <Badge>{saved}</Badge>
    </Link>
  )
}

/** The number beside an icon, if there is any. */
const Badge = ({ children }: { children: number }) => (
  <span
    aria-hidden
    className={`absolute top-0.5 right-0 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-wine px-1 forced-color-adjust-none text-[0.65rem] text-on-wine tabular-nums ${children ? '' : 'invisible'}`}
  >
    {children > 99 ? '99+' : children}
  </span>
)

function CartButton() {
  const items = useAppSelector(({ cart }) => totalsOf(cart.products).selectedItems)
  const dispatch = useAppDispatch()
  return (
    <button
      type="button"
      className={`${iconButton} noscript:hidden`}
      onPointerEnter={expectCart}
      onFocus={expectCart}
      aria-label={`Cart, ${items} ${items === 1 ? 'item' : 'items'}`}
      onClick={() => dispatch(cartActions.panelToggled(true))}
    >
      <Icon of={ShoppingBag} className="size-5" />
      <Badge>{items}</Badge>
    </button>
  )
}
