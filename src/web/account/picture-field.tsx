import { useId, useRef, useState } from 'react'
import { pictureError, pictureKinds, pictureSizes, pictureTypes } from '#domain/products/fields/picture-field.ts'
import { userLimits } from '#domain/users/user.ts'
import { useUploadProfileImageMutation } from '../auth/api.ts'
import { formErrorOf } from '../session/form-error.ts'
import { Avatar } from '../ui/avatar.tsx'
import { dataUrlOf } from '../ui/form/data-url-of.ts'
import { Field } from '../ui/form/field.tsx'
import { PictureInput } from '../ui/form/picture-input.tsx'

interface PictureFieldProps {
  /** The initial value of the address field. */
  picture: string
  error?: string
  onUploading: (isUploading: boolean) => void
}

type Upload = { state: 'idle' | 'uploading' | 'uploaded' } | { state: 'failed'; formError: string }

/** 'Profile Image URL', with a button that uploads a picture and fills in its address. */
export function PictureField({ picture, error, onUploading }: PictureFieldProps) {
  const [upload] = useUploadProfileImageMutation()
  const [state, setState] = useState<Upload>({ state: 'idle' })
  const [shown, setShown] = useState(picture)
  const [given, setGiven] = useState<{ file: File; url: string }>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  function fail(formError: string) {
    setState({ state: 'failed', formError })
    return false
  }

  async function take([file, ...others]: Iterable<File>): Promise<boolean> {
    if (!file || state.state === 'uploading') return false
    if (others.length > 0) return fail('Please choose one picture only.')
    setState({ state: 'uploading' })
    onUploading(true)
    const { url, formError } = await send(file)
    onUploading(false)
    if (url === undefined) return fail(formError)
    if (field.current) field.current.value = url
    setShown(url)
    setGiven({ file, url })
    setState({ state: 'uploaded' })
    return true
  }

  async function send(file: File): Promise<{ url: string; formError?: never } | { url?: never; formError: string }> {
    const fieldError = pictureError(file)
    if (fieldError) return { formError: fieldError }
    const image = await dataUrlOf(file)
    if (image === undefined) return { formError: 'This file cannot be read.' }
    const { data: url, error } = await upload(image)
    return url === undefined ? { formError: formErrorOf(error) } : { url }
  }

  return (
    <div className="flex flex-col gap-3">
      <Field
        ref={field}
        label="Profile Image URL"
        name="profileImage"
        type="url"
        inputMode="url"
        autoComplete="photo"
        maxLength={userLimits.profileImage}
        defaultValue={picture}
        onBlur={event => setShown(pictureAt(event.currentTarget.value.trim()))}
        error={error}
        aria-required
      />
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={shown} size={64} className="size-16 border border-line" />
        <div className="min-w-[min(12rem,100%)] flex-1">
          <label htmlFor={id} className="text-sm">
            Or choose a picture
          </label>
          <p id={`${id}-hint`} className="text-stone text-xs">
            {pictureKinds}, {pictureSizes}.
          </p>
          <PictureInput
            id={id}
            accept={pictureTypes}
            given={given?.url === shown ? given.file : undefined}
            hasPicture={shown !== ''}
            onFiles={take}
            aria-describedby={`${id}-hint ${id}-state`}
          />
        </div>
      </div>
      <div id={`${id}-state`} className={state.state === 'idle' ? 'sr-only' : 'text-sm'}>
        <p role="status">
          {state.state === 'uploading' && 'Uploading…'}
          {state.state === 'uploaded' && 'Image uploaded successfully!'}
        </p>
        {state.state === 'failed' && (
          <p role="alert" className="text-danger">
            Failed to upload image, please try again! {state.formError}
          </p>
        )}
      </div>
    </div>
  )
}

/** Returns the address if the browser may load it, else an empty string. */
function pictureAt(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || origin === location.origin ? address : ''
}
