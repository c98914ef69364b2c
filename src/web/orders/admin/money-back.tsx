import { formatCents, toCents } from '#domain/money.ts'
import type { Dispute, ShownOrder } from '#domain/orders/order.ts'
import { LocalTime } from '../../ui/local-time.tsx'

const states = { asked: 'on its way back', done: 'refunded', failed: 'not refunded' }

/** Refunds of an order, done, pending or failed, and disputes by the buyer's bank. */
export function MoneyBack({ order }: { order: ShownOrder }) {
  const { refunds = [], disputes = [], refunding, paymentState } = order
  if (refunds.length + disputes.length === 0) return null
  return (
    <section aria-labelledby="money-back-title">
      <h3 id="money-back-title" className="mt-8 mb-1 text-lg">
        Money back
      </h3>
      <ul className="divide-y divide-line text-sm">
        {disputes.map(dispute => (
          <li key={dispute._id} className="py-2 [overflow-wrap:anywhere]">
            <Disputed dispute={dispute} goesBack={refunding || paymentState === 'refunded'} />
          </li>
        ))}
        {refunds.map(({ _id, amount, state, reason, actor, at }) => (
          <li key={_id} className="py-2 [overflow-wrap:anywhere]">
            <p>
              <span className="tabular-nums">{formatCents(toCents(amount))}</span> {states[state]}
            </p>
            {reason && <p className="text-danger">{reason}</p>}
            <p className="text-stone text-xs">
              {actor === 'provider' ? 'Made at the payment provider' : actor}, <LocalTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DisputedProps {
  dispute: Dispute
  /** The shop has refunded the order itself. */
  goesBack?: boolean
}

function Disputed({ dispute, goesBack }: DisputedProps) {
  const { amount, reason, status, isOpen, dueBy } = dispute
  return (
    <>
      <p>
        <span className="tabular-nums">{formatCents(toCents(amount))}</span> disputed by the buyer’s bank (
        {inWords(reason)}): {inWords(status)}
      </p>
      {isOpen && (
        <p className="text-danger">
          {dueBy && (
            <>
              Answer by <LocalTime at={dueBy} />, in the dashboard of the payment provider.{' '}
            </>
          )}
          {goesBack
            ? 'Its money has gone back already: say so there, or it is taken twice.'
            : 'The order can still be shipped; without an answer its money is lost.'}
        </p>
      )}
    </>
  )
}

/** The provider's identifiers as text. */
const inWords = (word: string) => word.replaceAll('_', ' ')
