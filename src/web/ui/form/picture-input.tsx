import { type ChangeEvent, type ComponentProps, useEffect, useRef } from 'react'

interface PictureInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref' | 'className'> {
  /** The file of the picture that is shown beside the field, if it was given on this page: the browser shows its name. */
  given: File | undefined
  /** A picture is shown beside the field. */
  hasPicture: boolean
  /** @returns whether the picture was taken, and is now `given` */
  onFiles: (files: FileList) => Promise<boolean>
}

/**
 * A file input for one picture. Beside a picture the browser's 'No file chosen' would be wrong, so the field holds the picture's
 * file, and shows nothing beside a picture that was given earlier.
 */
export function PictureInput({ given, hasPicture, onFiles, ...rest }: PictureInputProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => hold(input.current, given), [given])

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const isTaken = currentTarget.files?.length ? await onFiles(currentTarget.files) : false
    if (!isTaken) hold(currentTarget, given) // so that a rejected file can be chosen again
  }

  return (
    <input
      {...rest}
      ref={input}
      type="file"
      onChange={choose}
      className={`block w-full text-sm file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line file:border-solid file:bg-paper file:px-4 file:text-ink ${hasPicture && !given ? 'text-transparent' : ''}`}
    />
  )
}

function hold(input: HTMLInputElement | null, file: File | undefined) {
  if (!input) return
  const held = new DataTransfer()
  if (file) held.items.add(file)
  input.files = held.files
}
