import { ImageUp } from 'lucide'
import { type ReactNode, useId, useState } from 'react'
import { isUploaded } from '#domain/content/document.ts'
import { pictureKinds, pictureSizes, pictureTypes } from '#domain/products/fields/picture-field.ts'
import { imagePath } from '#domain/products/product.ts'
import { button } from '../../../../ui/form/button.ts'
import { PictureInput } from '../../../../ui/form/picture-input.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useSection } from '../../section-context.ts'
import { useUpload } from './use-upload.ts'

interface PictureSettingProps {
  name: string
  label: string
  hint: string
  /** Shows a picture that is the name of a drawn one; nothing when visitors do not see it. */
  drawn?: (name: string, alt: string) => ReactNode
}

/** One picture of the section, uploaded when it is chosen. */
export function PictureSetting({ name, label, hint, drawn }: PictureSettingProps) {
  const id = useId()
  const { read, change, errorOf, addPicture, waitFor } = useSection()
  const { take, forget, isUploading, error: uploadError } = useUpload()
  const [given, setGiven] = useState<{ file: File; id: string }>()
  const picture = read(name) as string | null
  const fieldError = errorOf(name)
  const shown = picture && pictureIn(picture, `${label}, as it is chosen`, drawn)

  async function upload(files: FileList): Promise<boolean> {
    const [file] = files
    const uploaded = await take(files)
    if (!uploaded || !file) return false
    addPicture(uploaded)
    change(name, uploaded.id)
    setGiven({ file, id: uploaded.id })
    return true
  }

  function choose(files: FileList): Promise<boolean> {
    const started = upload(files)
    waitFor(started)
    return started
  }

  function remove() {
    forget()
    change(name, null)
    document.getElementById(id)?.focus()
  }

  return (
    <div className="flex flex-wrap items-start gap-4">
      <span className="flex size-24 shrink-0 items-center justify-center rounded-card border border-edge border-dashed text-stone has-[img]:border-line has-[img]:border-solid">
        {shown || <Icon of={ImageUp} className="size-7 stroke-[1.25]" />}
      </span>
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
        <label htmlFor={id} className="text-sm">
          {label} <span className="text-stone">(optional)</span>
        </label>
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1">
            <PictureInput
              id={id}
              accept={pictureTypes}
              given={given?.id === picture ? given?.file : undefined}
              hasPicture={Boolean(shown)}
              onFiles={choose}
              aria-invalid={fieldError ? true : undefined}
              aria-describedby={`${id}-hint ${id}-state`}
            />
          </div>
          {shown && (
            <button type="button" className={button.quiet} onClick={remove}>
              Remove <span className="sr-only">the picture: {label}</span>
            </button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-stone text-xs">
          {hint} {pictureKinds}, {pictureSizes}.
        </p>
        <div id={`${id}-state`} className="text-sm">
          <p role="status">{isUploading && 'Uploading…'}</p>
          {(uploadError || fieldError) && (
            <p role="alert" className="text-danger">
              {uploadError || fieldError}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

const pictureIn = (picture: string, alt: string, drawn: PictureSettingProps['drawn']): ReactNode =>
  isUploaded(picture) ? (
    <img src={imagePath(picture, 320, 'webp')} alt={alt} className="size-full bg-[#faf7f2] object-contain" />
  ) : (
    drawn?.(picture, alt)
  )
