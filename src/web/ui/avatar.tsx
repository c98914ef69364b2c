import { useState } from 'react'
import { Art } from './art.tsx'

interface AvatarProps {
  /** The picture's address; if it is empty or cannot be loaded, a drawn picture replaces it. */
  src: string
  /** Its width and height, in px. */
  size: number
  className?: string
}

/** A user's picture, round. Decorative, because the name is beside it or on its button. */
export function Avatar({ src, size, className = '' }: AvatarProps) {
  const [unloadable, setUnloadable] = useState('')
  const shape = `shrink-0 rounded-full object-cover ${className}`
  if (!src || src === unloadable) return <Art name="avatar" alt="" sizes={`${size}px`} className={shape} />
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setUnloadable(src)}
      className={shape}
    />
  )
}
