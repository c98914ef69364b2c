import { useState } from 'react'
import { type User, userLimits } from '#domain/user.ts'
import { problemOf } from '../session/problem-of.ts'
import { Field } from '../ui/field.tsx'
import { type ProfileFields, useEditProfileMutation } from './api.ts'
import { Form } from './form.tsx'
import { PictureField } from './picture-field.tsx'
import { useForm } from './use-form.ts'

const missing: ProfileFields = {
  username: 'Please type a username.',
  profileImage: 'Please type the address of a picture, or choose one below.',
  bio: 'Please write a few words about yourself.',
  profession: 'Please type your profession.',
}
const names = Object.keys(missing) as (keyof ProfileFields)[]

export function EditProfileForm({ user, onUpdated }: { user: User; onUpdated: (user: User) => void }) {
  const [edit] = useEditProfileMutation()
  const [isUploading, setIsUploading] = useState(false)
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
      if (!data) return `Failed to update profile. Please try again.\n${reasonOf(error)}`.trim()
      onUpdated(data)
    },
  })
  const { faults } = form
  return (
    <Form form={form} action="Update Profile" progress="Updating…">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        maxLength={userLimits.username}
        defaultValue={user.username}
        error={faults.username}
        aria-required
      />
      <PictureField picture={user.profileImage} error={faults.profileImage} onUploading={setIsUploading} />
      <Field
        as="textarea"
        label="Write Bio"
        name="bio"
        rows={4}
        maxLength={userLimits.bio}
        defaultValue={user.bio}
        error={faults.bio}
        aria-required
      />
      <Field
        label="Profession"
        name="profession"
        autoComplete="organization-title"
        maxLength={userLimits.profession}
        defaultValue={user.profession}
        error={faults.profession}
        aria-required
      />
    </Form>
  )
}

/** The server's own sentence when it would not take a field, or asks for patience. */
function reasonOf(error: unknown): string {
  const { status } = error as { status?: unknown }
  return status === 400 || status === 429 ? problemOf(error) : ''
}
