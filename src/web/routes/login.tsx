import { Link } from 'react-router'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'

export default function Login() {
  return (
    <div className="container-page py-20">
      <PageTitle>Log in</PageTitle>
      <h1 className="text-4xl md:text-5xl">Log in</h1>
      <p className="mt-6 max-w-prose text-lg text-stone leading-relaxed">
        Accounts are not open yet. You do not need one to buy: fill your cart and proceed to checkout as a guest.
      </p>
      <Link to="/shop" className={`${button.primary} mt-10`}>
        Explore the shop
      </Link>
    </div>
  )
}
