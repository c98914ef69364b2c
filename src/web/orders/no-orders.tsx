import { Link } from 'react-router'
import { button } from '../ui/button.ts'
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
