import { Link } from 'react-router'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function AdminSoon() {
  return (
    <>
      <PageTitle>Opening soon</PageTitle>
      <h1 className="text-3xl md:text-4xl">Opening soon</h1>
      <p className="mt-6 max-w-prose text-stone leading-relaxed">
        This part of the shop is being fitted out. The shop itself and your own dashboard are open.
      </p>
      <Link to="/dashboard" className={`${button.primary} mt-8`}>
        Go to your dashboard
      </Link>
    </>
  )
}
