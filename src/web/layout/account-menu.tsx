import { User as UserIcon } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#domain/users/user.ts'
import { useUser } from '../session/use-user.ts'
import { Avatar } from '../ui/avatar.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { useLazy } from '../ui/use-lazy.ts'

const loadLinks = async () => (await import('./account-links.tsx')).AccountLinks

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

function Dropdown({ user: { username, email, role, profileImage } }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const close = () => popover.current?.hidePopover()
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu
  useEffect(close, [key])

  const Links = useLazy(loadLinks, true, () => toast.alert('Please reload the page.'))

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
        {Links && <Links role={role} onLeave={close} />}
      </div>
    </>
  )
}
