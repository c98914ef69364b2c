import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/** The footer of the pages without the shop's own: the law wants this link within reach of every page. */
export const WithdrawFooter = () => (
  <footer className="py-4 text-center text-stone print:hidden">
    <Link to="/withdraw" className={textLink}>
      Withdraw from contract here
    </Link>
  </footer>
)
