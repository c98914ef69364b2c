import { useShop } from '../settings/api.ts'
import { Link } from '../ui/link.tsx'

/** Links to the categories, for a visitor who does not know what to type. */
export const CategoryLinks = ({ onOpen }: { onOpen?: () => void }) => (
  <ul className="flex flex-wrap gap-2">
    {useShop().categories.map(({ address, name }) => (
      <li key={address}>
        <Link to={`/categories/${address}`} onClick={onOpen} className={chip}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
)

export const chip =
  'inline-flex min-h-11 items-center rounded-control border border-line bg-paper px-4 text-sm hover:border-ink'
