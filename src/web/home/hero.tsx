import { useHomeContentQuery } from '../settings/api.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { Art } from '../ui/art.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/**
 * The hero: with the picture of the house, text on the picture where it fits left of the first dress, above the picture on
 * narrow screens; with a picture of the owner's, text beside it.
 */
export function Hero() {
  const { data } = useHomeContentQuery()
  if (!data) return null
  const { eyebrow, title, text, label, link, picture, alt } = data.hero
  return (
    <section aria-labelledby="hero-title" className={picture ? 'grid items-center min-[68.75rem]:grid-cols-2' : 'grid'}>
      <div
        className={`container-page z-10 flex flex-col items-start justify-center py-10 ${picture ? 'min-[68.75rem]:pl-[max(2.5rem,calc((100vw-var(--page))/2+2.5rem))]' : 'min-[68.75rem]:on-picture min-[68.75rem]:py-0 min-[68.75rem]:[grid-area:1/1]'}`}
      >
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1
          id="hero-title"
          className={`mt-3 text-5xl leading-[1.04] [overflow-wrap:anywhere] md:mt-4 md:text-7xl ${picture ? 'max-w-[16ch]' : 'max-w-[11ch]'}`}
        >
          {title}
        </h1>
        {text && <p className="mt-4 max-w-[34ch] text-stone md:mt-5 md:max-w-[30ch] md:text-lg">{text}</p>}
        <Link to={link} className={`${button.primary} mt-6 md:mt-8`}>
          {label}
        </Link>
      </div>
      {picture ? (
        <UploadedPicture
          picture={picture}
          alt={alt}
          sizes="(width >= 68.75rem) 50vw, 100vw"
          priority
          className="aspect-4/5 w-full object-cover md:aspect-3/2 min-[68.75rem]:aspect-square min-[68.75rem]:max-h-[72rem]"
        />
      ) : (
        <Art
          name="hero"
          onPhone="hero-phone"
          alt={alt}
          sizes="100vw"
          priority
          className="aspect-square w-full object-cover object-bottom md:aspect-3/2 md:object-right min-[68.75rem]:aspect-auto min-[68.75rem]:h-[min(48vw,72rem)] min-[68.75rem]:object-[50%_58%] min-[68.75rem]:[grid-area:1/1]"
        />
      )}
    </section>
  )
}
