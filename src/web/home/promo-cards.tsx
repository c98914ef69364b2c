import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'

const promos = [
  { name: 'promo-1', eyebrow: 'Up to 20% discount', title: 'Carried well', to: '/categories/accessories' },
  { name: 'promo-2', eyebrow: 'New in the window', title: 'Evening, softly lit', to: '/categories/dress' },
  { name: 'promo-3', eyebrow: 'The dressing table', title: 'Colour, carefully', to: '/categories/cosmetics' },
] as const

export function PromoCards() {
  return (
    <section aria-labelledby="promos-title" className="container-page mt-16 md:mt-24">
      <h2 id="promos-title" className="sr-only">
        This season
      </h2>
      <ul className="grid gap-6 lg:grid-cols-3">
        {promos.map(({ name, eyebrow, title, to }) => (
          <li key={name}>
            <Link
              to={to}
              className="group block items-center overflow-hidden rounded-card border border-line bg-paper md:max-lg:grid md:max-lg:grid-cols-[2fr_3fr]"
            >
              <Art
                name={name}
                alt=""
                sizes="(width >= 64rem) 30vw, (width >= 48rem) 38vw, 92vw"
                className="aspect-3/2 w-full object-cover"
              />
              <span className="block p-6 md:max-lg:px-10">
                <span className="eyebrow">{eyebrow}</span>
                <span className="mt-2 block font-display text-2xl group-hover:text-rosewood">{title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
