import { useEffect, useRef, useState } from 'react'
import { pictureError } from '#domain/products/picture-field.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { dataUrlOf } from '../../ui/form/data-url-of.ts'
import { useUploadImageMutation } from './api.ts'

export interface FailedUpload {
  id: number
  file: File
  reason: string
}

interface Progress {
  /** The number of the file that is being uploaded, of how many. */
  at: number
  of: number
}

interface Uploads {
  /** How many more pictures the product can have. */
  free: number
  max: number
  onPicture: (url: string) => void
  onUploading: (isUploading: boolean) => void
}

let lastId = 0

/** Uploads pictures one after the other. A file that fails keeps its error until it is tried again or dismissed. */
export function usePictureUploads({ free, max, onPicture, onUploading }: Uploads) {
  const [send] = useUploadImageMutation()
  const [progress, setProgress] = useState<Progress>()
  const [isUploaded, setIsUploaded] = useState(false)
  const [failed, setFailed] = useState<readonly FailedUpload[]>([])
  const [refusal, setRefusal] = useState('')
  const waiting = useRef<File[]>([])
  const taken = useRef({ isRunning: false, at: 0, of: 0 })
  const add = useRef(onPicture) // an upload outlives the render that began it
  useEffect(() => {
    add.current = onPicture
  })

  /** @returns the address of the picture, or why there is none */
  async function upload(file: File): Promise<{ url: string } | { reason: string }> {
    const fileError = pictureError(file)
    if (fileError) return { reason: fileError }
    const image = await dataUrlOf(file)
    if (image === undefined) return { reason: 'This file cannot be read.' }
    const { data, error } = await send(image)
    return data === undefined ? { reason: formErrorOf(error) } : { url: data }
  }

  async function take(files: Iterable<File>) {
    const given = [...files]
    const inHand = taken.current.isRunning ? waiting.current.length + 1 : 0
    const accepted = given.slice(0, Math.max(0, free - inHand))
    const left = given.slice(accepted.length)
    if (given.length === 0) return
    toast.dropSaid()
    setRefusal(
      left.length > 0
        ? `A product can have at most ${max} pictures: ${left.map(({ name }) => name).join(', ')} ${left.length === 1 ? 'was' : 'were'} not added.`
        : '',
    )
    waiting.current.push(...accepted)
    taken.current.of += accepted.length
    if (taken.current.isRunning || accepted.length === 0) {
      if (taken.current.isRunning) setProgress({ at: taken.current.at, of: taken.current.of })
      return
    }
    taken.current.isRunning = true
    setIsUploaded(false)
    onUploading(true)
    let uploaded = 0
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
      taken.current.at += 1
      setProgress({ at: taken.current.at, of: taken.current.of })
      const answer = await upload(file)
      if ('url' in answer) {
        add.current(answer.url)
        uploaded += 1
      } else {
        lastId += 1
        const failure = { id: lastId, file, reason: answer.reason }
        setFailed(current => [...current, failure])
      }
    }
    taken.current = { isRunning: false, at: 0, of: 0 }
    setProgress(undefined)
    setIsUploaded(uploaded > 0)
    onUploading(false)
    if (uploaded > 0) toast.say('Uploaded image successfully!')
  }

  const dismiss = (id: number) => setFailed(current => current.filter(each => each.id !== id))
  return {
    take,
    progress,
    isUploaded,
    failed,
    refusal,
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
