import { useState } from 'react'
import { pictureError } from '#domain/products/picture-field.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { dataUrlOf } from '../../ui/form/data-url-of.ts'
import { useUploadImageMutation } from './api.ts'

type Upload = { state: 'idle' | 'uploading' | 'uploaded' } | { state: 'failed'; reason: string }

/** A file that was uploaded, and the address of its picture. */
interface Given {
  file: File
  image: string
}

/** Uploads a picture: exactly one file; several are rejected. */
export function useImageUpload(onUploading: (isUploading: boolean) => void, onImage: (address: string) => void) {
  const [send] = useUploadImageMutation()
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const [given, setGiven] = useState<Given>()

  function fail(reason: string) {
    setUpload({ state: 'failed', reason })
    return false
  }

  /** @returns whether the picture was uploaded */
  async function take(files: FileList): Promise<boolean> {
    const [file, ...others] = files
    if (!file || upload.state === 'uploading') return false
    toast.dropSaid()
    if (others.length > 0) return fail('Please choose one picture only: of several, none is uploaded.')
    const fieldError = pictureError(file)
    if (fieldError) return fail(fieldError)
    setUpload({ state: 'uploading' })
    onUploading(true)
    const image = await dataUrlOf(file)
    const { data, error } = image === undefined ? {} : await send(image)
    onUploading(false)
    if (data === undefined) return fail(error ? formErrorOf(error) : 'This file cannot be read.')
    onImage(data)
    setGiven({ file, image: data })
    setUpload({ state: 'uploaded' })
    toast.say('Uploaded image successfully!')
    return true
  }

  return { upload, given, take, forget: () => setUpload({ state: 'idle' }) }
}
