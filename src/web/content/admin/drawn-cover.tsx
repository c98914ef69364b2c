import type { ReactNode } from 'react'
import { Art } from '../../ui/art.tsx'
import { ContentPicture } from '../content-picture.tsx'

const shape = { sizes: '6rem', className: 'size-full object-cover' }

/** The drawn picture of a default text; nothing when its page shows none, as that of the window in a renamed shop. */
export function drawnCover(name: string, alt: string, { hasDefaultName }: { hasDefaultName: boolean }): ReactNode {
  if (name !== 'window') return <ContentPicture name={name} pictures={{}} alt={alt} {...shape} />
  return hasDefaultName && <Art name="hero" alt={alt} {...shape} />
}
