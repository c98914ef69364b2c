import { Link } from 'react-router'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function Contact() {
  return (
    <div className="container-page py-20">
      <PageTitle>Contact</PageTitle>
      <h1 className="text-4xl md:text-5xl">Contact</h1>
      <p className="mt-6 max-w-prose text-lg text-stone leading-relaxed">
        Write to us at hello@vitrine.example or call +44 20 7946 0123. A form will stand here soon.
      </p>
      <Link to="/shop" className={`${button.primary} mt-10`}>
        Explore the shop
      </Link>
    </div>
  )
}
