import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'

const cards = [
  { name: 'category-dress', to: '/categories/dress', label: 'Dress' },
  { name: 'category-accessories', to: '/categories/accessories', label: 'Accessories' },
  { name: 'category-jewellery', to: '/categories/jewellery', label: 'Jewellery' },
  { name: 'category-cosmetics', to: '/categories/cosmetics', label: 'Cosmetics' },
] as const

export function CategoryCards() {
  return (
    <section aria-labelledby="categories-title" className="container-page mt-16 md:mt-24">
      <h2 id="categories-title" className="sr-only">
        Categories
      </h2>
      <ul className="grid-pair gap-4 md:grid-cols-4 md:gap-6">
        {cards.map(({ name, to, label }) => (
          <li key={name}>
            <Link to={to} className="group block">
              <span className="block overflow-hidden rounded-card">
                <Art
                  name={name}
                  alt=""
                  sizes="(width >= 105rem) 21rem, (width >= 48rem) 23vw, 46vw"
                  className="aspect-4/5 w-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
                />
              </span>
              <span className="mt-3 block text-center font-display text-lg group-hover:text-rosewood">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
