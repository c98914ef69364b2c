import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useGoodsLinks } from '../settings/api.ts'
import { NavLink } from '../ui/link.tsx'

const shownOn =
  'group-hover/shop:visible group-hover/shop:opacity-100 group-hover/shop:delay-100 group-focus-within/shop:visible group-focus-within/shop:opacity-100'

/**
 * The link to the shop; on a laptop with the categories below the header while it is pointed at or focused. The button
 * is for touch screens.
 */
export function ShopMenu({ label }: { label: string }) {
  const [isDismissed, setIsDismissed] = useState(false) // until the pointer leaves or the focus moves
  const links = useGoodsLinks()
  const popover = useRef<HTMLDivElement>(null)
  const reset = () => setIsDismissed(false)

  // Wherever the focus is: the pointer alone may hold the menu open.
  useEffect(() => {
    const dismissByKey = ({ key }: KeyboardEvent) => key === 'Escape' && setIsDismissed(true)
    addEventListener('keydown', dismissByKey)
    return () => removeEventListener('keydown', dismissByKey)
  }, [])

  function dismiss({ target }: MouseEvent) {
    setIsDismissed(true)
    if ((target as Element).closest('a')) popover.current?.hidePopover()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and the button inside take keys and clicks
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys click the links and the button, too
    <div className="group/shop flex h-16 items-center" onPointerLeave={reset} onFocus={reset} onClick={dismiss}>
      <NavLink to="/shop" className="main-link">
        {label}
      </NavLink>
      <button
        type="button"
        aria-label="Categories"
        popoverTarget="categories"
        className="hidden h-11 w-6 bg-(image:--chevron) bg-center bg-no-repeat hover:brightness-50 lg:block dark:hover:brightness-150"
      />
      <div
        ref={popover}
        id="categories"
        popover="auto"
        className={`invisible fixed inset-x-0 top-16 bottom-auto m-0 hidden w-full border-line border-b bg-ivory p-0 text-ink opacity-0 transition-[opacity,visibility] duration-150 open:visible open:opacity-100 lg:block ${isDismissed ? '' : shownOn}`}
      >
        <ul className="container-page flex flex-wrap gap-x-10 py-1">
          {links.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className="main-link">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
