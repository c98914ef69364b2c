import { Notice } from '../ui/feedback/notice.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

export const NoOrders = () => (
  <Notice
    action={
      <Link to="/shop" className={button.primary}>
        Explore the shop
      </Link>
    }
  >
    You have not ordered anything yet.
  </Notice>
)
