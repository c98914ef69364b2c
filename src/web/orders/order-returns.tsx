import type { ShownOrder } from '#domain/orders/order.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'

/** What has become of the returns and withdrawals of an order. */
export const OrderReturns = ({ order: { orderId, returns = [] } }: { order: ShownOrder }) =>
  returns.length > 0 && (
    <section aria-labelledby="returns-title" className="mt-8">
      <h2 id="returns-title" className="font-medium font-sans text-base tracking-normal">
        {returns.some(({ kind }) => kind === 'withdrawal') ? 'Returns and withdrawals' : 'Returns'}
      </h2>
      <ul className="mt-2 flex flex-col gap-3">
        {returns.map(({ reference, kind, askedAt, headline }) => (
          <li key={reference}>
            {headline}
            <span className="block text-sm text-stone">
              {kind === 'withdrawal' ? 'Withdrawal' : 'Return'} {reference}, asked for on <LocalTime at={askedAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link to={`/orders/${orderId}/return`} className={textLink}>
          See {returns.length > 1 ? 'them' : 'it'}
        </Link>
      </p>
    </section>
  )
