import type { User } from '#domain/users/user.ts'
import { Avatar } from '../ui/avatar.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { useLogOut } from './use-log-out.ts'

/** Tells a visitor on the login page that they are logged in already, and as whom. */
export function SessionSummary({ user, goesOnTo }: { user: User; goesOnTo: string }) {
  const logOut = useLogOut()
  return (
    <section aria-label="You are logged in" className="mt-8 rounded-card border border-line bg-paper p-5">
      <div className="flex items-center gap-4">
        <Avatar src={user.profileImage} size={48} className="size-12" />
        <p className="min-w-0 flex-1">
          You are logged in as <strong className="font-medium">{user.username}</strong>
          <span className="block text-sm text-stone">{user.email}</span>
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to={goesOnTo} className={`${button.primary} flex-1`}>
          Continue
        </Link>
        <button type="button" className={`${button.quiet} flex-1`} onClick={logOut}>
          Log out
        </button>
      </div>
    </section>
  )
}
