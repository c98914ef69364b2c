import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/users/user.ts'
import { ChangePasswordForm } from '../../account/change-password-form.tsx'
import { EditProfileDialog } from '../../account/edit-profile-dialog.tsx'
import { profileDraft } from '../../account/edit-profile-form.tsx'
import { OwnData } from '../../account/own-data.tsx'
import { OwnSessions } from '../../account/own-sessions.tsx'
import { ProfileCard } from '../../account/profile-card.tsx'
import { TwoStepSection } from '../../account/two-factor/section.tsx'
import { sessionActions } from '../../session/slice.ts'
import { useUser } from '../../session/use-user.ts'
import { useAppDispatch } from '../../store.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function Profile() {
  const user = useUser()
  const [isEditing, setIsEditing] = useState(() => user !== undefined && profileDraft(user).read() !== undefined)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const from = useLocation()
  if (!user) return null

  function goOn(updated: User) {
    dispatch(sessionActions.known(updated))
    toast.say('Profile Update Successfully')
    navigate('/login', { state: { from } })
  }

  function stop(user: User) {
    profileDraft(user).forget()
    setIsEditing(false)
  }

  async function logInAgain() {
    await navigate('/login', { state: { from } })
    dispatch(sessionActions.known(undefined))
  }

  return (
    <>
      <PageTitle>Profile</PageTitle>
      <h1 className="mb-8 text-3xl md:text-4xl">Profile</h1>
      <ProfileCard user={user} onEdit={() => setIsEditing(true)} />
      <EditProfileDialog
        open={isEditing}
        onClose={() => stop(user)}
        user={user}
        onUpdated={goOn}
        onLogIn={logInAgain}
      />
      <section aria-labelledby="password-title" className="mt-12">
        <h2 id="password-title" className="mb-6 text-2xl">
          Change password
        </h2>
        <ChangePasswordForm email={user.email} />
      </section>
      <TwoStepSection user={user} />
      <OwnSessions user={user} />
      <OwnData user={user} />
    </>
  )
}
