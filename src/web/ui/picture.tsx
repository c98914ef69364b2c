/** One picture in one width, in px. */
export interface PictureSource {
  avif: string
  webp: string
  width: number
}

interface PictureProps {
  sources: PictureSource[]
  /** Replaces the picture on a phone. */
  onPhone?: PictureSource[]
  width: number
  height: number
  alt: string
  sizes: string
  /** A tiny blurred picture as a data URL, shown until the real one has loaded. */
  placeholder?: string
  /** Loads a page's one largest picture first; all others load lazily. */
  priority?: boolean
  className?: string
  transitionName?: string
}

const phone = '(width < 48rem)'

export function Picture({
  sources,
  onPhone,
  width,
  height,
  alt,
  sizes,
  placeholder,
  priority,
  className,
  transitionName,
}: PictureProps) {
  return (
    <picture>
      {onPhone && <source media={phone} type="image/avif" srcSet={setOf(onPhone, 'avif')} sizes={sizes} />}
      {onPhone && <source media={phone} srcSet={setOf(onPhone, 'webp')} sizes={sizes} />}
      <source type="image/avif" srcSet={setOf(sources, 'avif')} sizes={sizes} />
      <img
        src={sources.at(-1)?.webp}
        srcSet={setOf(sources, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        className={className}
        style={{
          viewTransitionName: transitionName,
          ...(placeholder && { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' }),
        }}
      />
    </picture>
  )
}

const setOf = (sources: PictureSource[], format: 'avif' | 'webp') =>
  sources.map(source => `${source[format]} ${source.width}w`).join(', ')
