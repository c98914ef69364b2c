import { useEffect, useRef, useState } from 'react'
import { pictureError } from '#domain/products/fields/picture-field.ts'
import { variationLimits } from '#domain/products/fields/variation-fields.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { dataUrlOf } from '../../../ui/form/data-url-of.ts'
import { useUploadImageMutation } from '../api.ts'

export interface FailedUpload {
  id: number
  file: File
  reason: string
  /** The file itself is in order, so that a second attempt may succeed. */
  canRetry: boolean
}

type Upload = { url: string } | Pick<FailedUpload, 'reason' | 'canRetry'>

interface Uploads {
  /** How many pictures the product has. */
  count: number
  onPicture: (url: string) => void
  onUploading: (isUploading: boolean) => void
}

const max = variationLimits.images
let lastId = 0

/** Uploads pictures one after the other. A file whose upload fails is kept until it is tried again or dismissed. */
export function usePictureUploads({ count, onPicture, onUploading }: Uploads) {
  const [send] = useUploadImageMutation()
  const [progress, setProgress] = useState({ at: 0, of: 0 })
  const [isUploaded, setIsUploaded] = useState(false)
  const [failed, setFailed] = useState<readonly FailedUpload[]>([])
  const [refusal, setRefusal] = useState('')
  const [given, setGiven] = useState<{ file: File; url: string }>()
  const last = useRef(Promise.resolve(false))
  const queue = useRef({ at: 0, of: 0, uploaded: 0 })
  const add = useRef(onPicture) // an upload outlives the render that began it
  useEffect(() => {
    add.current = onPicture
  })

  async function upload(file: File): Promise<Upload> {
    const fileError = pictureError(file)
    if (fileError) return { reason: fileError, canRetry: false }
    const image = await dataUrlOf(file)
    if (image === undefined) return { reason: 'This file cannot be read.', canRetry: true }
    const { data, error } = await send(image)
    return data === undefined ? { reason: formErrorOf(error), canRetry: !isRefused(error) } : { url: data }
  }

  async function uploadNext(file: File): Promise<boolean> {
    queue.current.at += 1
    setProgress(queue.current)
    const result = await upload(file)
    if ('url' in result) {
      queue.current.uploaded += 1
      setGiven({ file, url: result.url })
      add.current(result.url)
    } else {
      lastId += 1
      const failure = { id: lastId, file, ...result }
      setFailed(current => [...current, failure])
    }
    if (queue.current.at === queue.current.of) finish()
    return 'url' in result
  }

  function finish() {
    const { uploaded } = queue.current
    queue.current = { at: 0, of: 0, uploaded: 0 }
    setProgress(queue.current)
    onUploading(false)
    if (uploaded === 0) return
    setIsUploaded(true)
    toast.say('Uploaded image successfully!')
  }

  /** @returns whether the last of the files was uploaded */
  function take(files: Iterable<File>): Promise<boolean> {
    const all = [...files]
    const { at, of } = queue.current
    const underWay = of - at + (at > 0 ? 1 : 0)
    const accepted = all.slice(0, Math.max(0, max - count - underWay))
    const left = all.slice(accepted.length)
    toast.dropSaid()
    setRefusal(left.length > 0 ? tooMany(left) : '')
    setFailed(current => current.filter(({ canRetry }) => canRetry))
    setIsUploaded(false)
    if (accepted.length === 0) return Promise.resolve(false)
    queue.current = { ...queue.current, of: of + accepted.length }
    onUploading(true)
    for (const file of accepted) last.current = last.current.then(() => uploadNext(file))
    return last.current
  }

  const dismiss = (id: number) => setFailed(current => current.filter(each => each.id !== id))
  return {
    take,
    /** Takes a file of the field that holds one: of several, none is uploaded. */
    takeOne(files: FileList): Promise<boolean> {
      if (files.length === 1) return take(files)
      toast.dropSaid()
      setIsUploaded(false)
      setRefusal(oneOnly)
      return Promise.resolve(false)
    },
    /** The number of the file that is being uploaded, of how many; 0 of 0 at rest. */
    progress,
    isUploaded,
    failed,
    /** Why files were not taken; empty for none. */
    refusal,
    /** The file that was uploaded last. */
    given,
    dismiss,
    tryAgain({ id, file }: FailedUpload) {
      dismiss(id)
      take([file])
    },
    /** Removes the sentences about earlier uploads. */
    forget() {
      setIsUploaded(false)
      setRefusal('')
    },
  }
}

const oneOnly =
  'Please choose one picture only: of several, none is uploaded. “Add several pictures” takes more at once.'

function tooMany(left: File[]): string {
  const names = left.map(({ name }) => name).join(', ')
  return `A product can have at most ${max} pictures: ${names} ${left.length === 1 ? 'was' : 'were'} not added.`
}

/** The shop has refused the file, and would again. */
function isRefused(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return status === 400 || status === 413 || status === 415
}
