interface PictureProps {
  /** Addresses of the same picture by width in px. */
  sources: { avif: string; webp: string; width: number }[]
  width: number
  height: number
  alt: string
  sizes: string
  /** A tiny blurred picture as a data URL, shown until the real one is there. */
  placeholder?: string
  /** The one largest picture of a page is asked for first; all others wait until they come near. */
  priority?: boolean
  className?: string
}

export function Picture({ sources, width, height, alt, sizes, placeholder, priority, className }: PictureProps) {
  const set = (format: 'avif' | 'webp') => sources.map(source => `${source[format]} ${source.width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={sources.at(-1)?.webp}
        srcSet={set('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        className={className}
        style={placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' } : undefined}
      />
    </picture>
  )
}
