import { categories } from '#domain/products/product.ts'
import { Link } from '../ui/link.tsx'

const names = { accessories: 'Accessories', dress: 'Dresses', jewellery: 'Jewellery', cosmetics: 'Cosmetics' } as const

/** Links to the categories, for a visitor who does not know what to type. */
export const CategoryLinks = ({ onOpen }: { onOpen?: () => void }) => (
  <ul className="flex flex-wrap gap-2">
    {categories.map(category => (
      <li key={category}>
        <Link to={`/categories/${category}`} onClick={onOpen} className={chip}>
          {names[category]}
        </Link>
      </li>
    ))}
  </ul>
)

export const chip =
  'inline-flex min-h-11 items-center rounded-control border border-line bg-paper px-4 text-sm hover:border-ink'
