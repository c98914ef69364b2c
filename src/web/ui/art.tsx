import facts from '../art/art.json'
import { sourcesOf } from './drawn.ts'
import { Picture } from './picture.tsx'

type ArtName = keyof typeof facts

interface ArtProps {
  name: ArtName
  /** Another picture in its place on a phone. */
  onPhone?: ArtName
  /** Empty when the picture only decorates. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** One of the shop's own drawn pictures. */
export function Art({ name, onPhone, ...rest }: ArtProps) {
  const { width, height, placeholder } = facts[name]
  return (
    <Picture
      {...rest}
      sources={sourcesOf(name, facts[name])}
      onPhone={onPhone && sourcesOf(onPhone, facts[onPhone])}
      width={width}
      height={height}
      placeholder={placeholder}
    />
  )
}
