import { useHomeContentQuery } from '../settings/api.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'

const arts = ['promo-1', 'promo-2', 'promo-3'] as const
const look = 'aspect-3/2 w-full object-cover'
const sizes = '(width >= 64rem) 30vw, (width >= 48rem) 38vw, 92vw'

export function PromoCards() {
  const { data } = useHomeContentQuery()
  if (!data || data.banners.length === 0) return null
  return (
    <section aria-labelledby="promos-title" className="container-page mt-16 md:mt-24">
      <h2 id="promos-title" className="sr-only">
        This season
      </h2>
      <ul className="grid gap-6 lg:grid-cols-3">
        {data.banners.map(({ eyebrow, title, link, picture }, index) => (
          <li key={`${title} ${link}`}>
            <Link
              to={link}
              className="group block items-center overflow-hidden rounded-card border border-line bg-paper md:max-lg:grid md:max-lg:grid-cols-[2fr_3fr]"
            >
              {picture ? (
                <UploadedPicture picture={picture} alt="" sizes={sizes} className={look} />
              ) : (
                <Art name={arts[index % arts.length] ?? arts[0]} alt="" sizes={sizes} className={look} />
              )}
              <span className="block p-6 md:max-lg:px-10">
                {eyebrow && <span className="eyebrow">{eyebrow}</span>}
                <span className="mt-2 block font-display text-2xl group-hover:text-rosewood">{title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
