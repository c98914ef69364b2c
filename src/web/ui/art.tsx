import facts from '../art/art.json'
import { Picture } from './picture.tsx'

const files = import.meta.glob<string>('../art/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })
const file = (name: string, width: number, format: string) => files[`../art/${name}-${width}.${format}`] ?? ''

export type ArtName = keyof typeof facts

interface ArtProps {
  name: ArtName
  /** Empty when the picture only decorates. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** One of the shop's own drawn pictures. */
export function Art({ name, ...rest }: ArtProps) {
  const { width, height, widths, placeholder } = facts[name]
  const sources = widths.map(each => ({
    width: each,
    avif: file(name, each, 'avif'),
    webp: file(name, each, 'webp'),
  }))
  return <Picture {...rest} sources={sources} width={width} height={height} placeholder={placeholder} />
}
