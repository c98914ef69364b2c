import { Link } from 'react-router'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function Search() {
  return (
    <div className="container-page py-20">
      <PageTitle>Search</PageTitle>
      <h1 className="text-4xl md:text-5xl">Search</h1>
      <p className="mt-6 max-w-prose text-lg text-stone leading-relaxed">
        Search is not open yet. Until it is, the shop can be narrowed by category, color and price.
      </p>
      <Link to="/shop" className={`${button.primary} mt-10`}>
        Explore the shop
      </Link>
    </div>
  )
}
