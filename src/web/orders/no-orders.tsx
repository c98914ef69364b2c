import { button } from '../ui/button.ts'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'

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
