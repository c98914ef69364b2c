import { Pencil } from 'lucide'
import type { User } from '#domain/users/user.ts'
import { Avatar } from '../ui/avatar.tsx'
import { button } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'

/** The signed-in user's own profile. */
export function ProfileCard({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { username, email, profileImage, bio, profession } = user
  return (
    <section
      aria-label="About you"
      className="flex flex-col items-start gap-6 rounded-card border border-line bg-paper p-6 sm:flex-row sm:flex-wrap sm:p-8"
    >
      <Avatar src={profileImage} size={112} className="size-28 border border-line" />
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h2 className="text-2xl">{username}</h2>
        <p className="mt-1 text-sm text-stone">{email}</p>
        <dl className="mt-5 grid gap-4 text-sm">
          <Fact label="Bio" text={bio} />
          <Fact label="Profession" text={profession} />
        </dl>
      </div>
      <button type="button" className={button.quiet} onClick={onEdit}>
        <Icon of={Pencil} className="size-4" />
        Edit profile
      </button>
    </section>
  )
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-stone">{label}</dt>
      <dd className="mt-1 whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">{text || 'Not given yet'}</dd>
    </div>
  )
}
