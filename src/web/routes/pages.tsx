import { Link } from 'react-router'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function Pages() {
  return (
    <div className="container-page py-20">
      <PageTitle>Pages</PageTitle>
      <h1 className="text-4xl md:text-5xl">Pages</h1>
      <p className="mt-6 max-w-prose text-lg text-stone leading-relaxed">
        Our pages on the house, delivery and returns, sizes and care are being written. Delivery is free, and everything
        comes with a 100% money-back guarantee.
      </p>
      <Link to="/shop" className={`${button.primary} mt-10`}>
        Explore the shop
      </Link>
    </div>
  )
}
