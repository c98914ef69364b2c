import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** For an unknown address. `reason` replaces the general sentence when a page knows what is missing. */
export function MissingPage({ reason }: { reason?: string }) {
  return (
    <div className="container-page flex flex-col items-center py-28 text-center">
      <PageTitle>Page not found</PageTitle>
      <p className="eyebrow">404</p>
      <h1 className="mt-4 text-4xl md:text-6xl">Page not found</h1>
      <p className="mt-5 text-stone">{"Sorry, we couldn't find the page you're looking for."}</p>
      {reason && <p className="mt-2 text-sm text-stone">{reason}</p>}
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        <Link to="/" className={button.primary}>
          Go back home
        </Link>
        <Link to="/contact" className={button.quiet}>
          Contact support
        </Link>
      </div>
    </div>
  )
}
