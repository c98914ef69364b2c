import facts from '../art/art.json'
import { Picture, type Source } from './picture.tsx'

const files = import.meta.glob<string>('../art/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

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
      sources={sourcesOf(name)}
      onPhone={onPhone && sourcesOf(onPhone)}
      width={width}
      height={height}
      placeholder={placeholder}
    />
  )
}

const sourcesOf = (name: ArtName): Source[] =>
  facts[name].widths.map(width => ({ width, avif: file(name, width, 'avif'), webp: file(name, width, 'webp') }))

const file = (name: ArtName, width: number, format: string) => files[`../art/${name}-${width}.${format}`] ?? ''
