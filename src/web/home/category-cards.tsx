import type { ShownCategory } from '#domain/settings/shown.ts'
import { useShop } from '../settings/api.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'

/** The categories that have a drawn picture of the house. */
const drawn = {
  accessories: 'category-accessories',
  dress: 'category-dress',
  jewellery: 'category-jewellery',
  cosmetics: 'category-cosmetics',
} as const
const sizes = '(width >= 105rem) 21rem, (width >= 48rem) 23vw, 46vw'
const picture = 'card-picture'

export function CategoryCards() {
  const { categories } = useShop()
  return (
    <section aria-labelledby="categories-title" className="container-page mt-16 md:mt-24">
      <h2 id="categories-title" className="sr-only">
        Categories
      </h2>
      <ul className="grid-pair gap-4 md:grid-cols-4 md:gap-6">
        {categories.map(category => (
          <li key={category.address}>
            <Link to={`/categories/${category.address}`} className="group block">
              <span className="block overflow-hidden rounded-card">
                <CategoryPicture {...category} />
              </span>
              <span className="mt-3 block text-center font-display text-lg [overflow-wrap:anywhere] group-hover:text-rosewood">
                {category.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryPicture({ picture: own, address, name }: ShownCategory) {
  if (own) return <UploadedPicture picture={own} alt="" sizes={sizes} className={picture} />
  const art = drawn[address as keyof typeof drawn]
  if (art) return <Art name={art} alt="" sizes={sizes} className={picture} />
  return (
    <span
      aria-hidden
      className={`${picture} flex items-center justify-center bg-paper font-display text-7xl text-gold`}
    >
      {[...name].at(0)}
    </span>
  )
}
