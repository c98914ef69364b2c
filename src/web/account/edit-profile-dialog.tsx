import { useId } from 'react'
import type { User } from '#domain/users/user.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'

interface EditProfileDialogProps {
  open: boolean
  onClose: () => void
  user: User
  onUpdated: (user: User) => void
  /** The user wants to log in again because the session has ended. */
  onLogIn: () => void
}

export function EditProfileDialog({ open, onClose, user, onUpdated, onLogIn }: EditProfileDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      isForm
      className="m-auto w-[min(32rem,calc(100vw-min(2rem,8.5vw)))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="p-[min(1.5rem,6.2vw)] sm:p-8">
        <h2 id={id} className="mb-6 text-2xl">
          Edit Profile
        </h2>
        {open && <EditProfileForm user={user} onUpdated={onUpdated} onCancel={onClose} onLogIn={onLogIn} />}
      </div>
    </Dialog>
  )
}
