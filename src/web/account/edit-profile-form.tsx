import { useState } from 'react'
import { type User, userLimits } from '#domain/users/user.ts'
import { type ProfileFields, useEditProfileMutation } from '../auth/api.ts'
import { draftOf } from '../session/draft.ts'
import { formErrorOf } from '../session/form-error.ts'
import { button, textLink } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PictureField } from './picture-field.tsx'

const missing: ProfileFields = {
  username: 'Please type a username.',
  profileImage: 'Please type the address of a picture, or choose one below.',
  bio: 'Please write a few words about yourself.',
  profession: 'Please type your profession.',
}
const names = Object.keys(missing) as (keyof ProfileFields)[]

interface EditProfileFormProps {
  user: User
  onUpdated: (user: User) => void
  onCancel: () => void
  onLogIn: () => void
}

/** When the session has ended, the form saves what was typed until the same user has logged in again. */
export function EditProfileForm({ user, onUpdated, onCancel, onLogIn }: EditProfileFormProps) {
  const [edit] = useEditProfileMutation()
  const [isUploading, setIsUploading] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const draft = profileDraft(user)
  const [begun] = useState(() => ({ ...user, ...draft.read() }))
  const form = useForm<keyof ProfileFields>({
    check: texts => Object.fromEntries(names.map(name => [name, texts[name].trim() ? undefined : missing[name]])),
    async send({ username, profileImage, bio, profession }) {
      if (isUploading) return 'Please wait until your picture is uploaded.'
      const { data, error } = await edit({
        userId: user._id,
        username: username.trim(),
        profileImage: profileImage.trim(),
        bio: bio.trim(),
        profession: profession.trim(),
      })
      const hasEnded = (error as { status?: unknown } | undefined)?.status === 401
      setHasEnded(hasEnded)
      if (hasEnded) draft.save({ username, profileImage, bio, profession })
      if (!data) return `Failed to update profile. Please try again.\n${reasonOf(error)}`.trim()
      draft.forget()
      onUpdated(data)
    },
  })
  const { fieldErrors } = form

  function follow(isUploading: boolean) {
    setIsUploading(isUploading)
    form.clearFormError()
  }

  return (
    <Form
      form={form}
      action="Update Profile"
      progress="Updating…"
      beside={
        <button type="button" className={button.quiet} onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        maxLength={userLimits.username}
        defaultValue={begun.username}
        error={fieldErrors.username}
        aria-required
      />
      <PictureField picture={begun.profileImage} error={fieldErrors.profileImage} onUploading={follow} />
      <Field
        as="textarea"
        label="Write Bio"
        name="bio"
        rows={4}
        maxLength={userLimits.bio}
        defaultValue={begun.bio}
        error={fieldErrors.bio}
        aria-required
      />
      <Field
        label="Profession"
        name="profession"
        autoComplete="organization-title"
        maxLength={userLimits.profession}
        defaultValue={begun.profession}
        error={fieldErrors.profession}
        aria-required
      />
      {hasEnded && form.formError !== '' && (
        <button type="button" className={`${textLink} self-start`} onClick={onLogIn}>
          Log in. What you typed is kept.
        </button>
      )}
    </Form>
  )
}

/** The texts in the form when this user's session ended. */
export const profileDraft = ({ _id }: User) => draftOf('profile', _id)

/** The server's message when it rejects a field, has no room, or limits the rate. */
function reasonOf(error: unknown): string {
  const { status } = error as { status?: unknown }
  if (status === 401) return 'Your session has ended.'
  return status === 400 || status === 429 || status === 503 ? formErrorOf(error) : ''
}
