import { useId } from 'react'
import type { User } from '#domain/user.ts'
import { button } from '../ui/button.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'

interface EditProfileDialogProps {
  open: boolean
  onClose: () => void
  user: User
  onUpdated: (user: User) => void
}

export function EditProfileDialog({ open, onClose, user, onUpdated }: EditProfileDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-card border border-line bg-paper p-0 text-ink"
    >
      <div className="p-6 sm:p-8">
        <div className="mb-6 flex items-center justify-between gap-4">
          <h2 id={id} className="text-2xl">
            Edit Profile
          </h2>
          <button type="button" className={button.quiet} onClick={onClose}>
            Cancel
          </button>
        </div>
        {open && <EditProfileForm user={user} onUpdated={onUpdated} />}
      </div>
    </Dialog>
  )
}
