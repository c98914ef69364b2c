import { formatCents, toCents } from '#domain/money.ts'
import type { Dispute, ShownOrder } from '#domain/orders/order.ts'
import { LocalTime } from '../../ui/local-time.tsx'

const actors: Record<string, string> = { provider: 'Made at the payment provider', buyer: 'The buyer cancelled' }
const states = { asked: 'on its way back', done: 'refunded', failed: 'not refunded' }

/** Refunds of an order, done, pending or failed, and disputes by the buyer's bank. */
export function MoneyBack({ order }: { order: ShownOrder }) {
  const { refunds = [], disputes = [], refunding, paymentState, amount = 0, refunded = 0 } = order
  if (refunds.length + disputes.length === 0) return null
  return (
    <section aria-labelledby="money-back-title">
      <h3 id="money-back-title" className="mt-8 mb-1 text-lg">
        Money back
      </h3>
      {refunded > 0 && refunded < amount && (
        <p className="text-sm text-stone tabular-nums">
          {money(refunded)} of {money(amount)} was refunded.
        </p>
      )}
      <ul className="divide-y divide-line text-sm">
        {disputes.map(dispute => (
          <li key={dispute._id} className="py-2 [overflow-wrap:anywhere]">
            <Disputed dispute={dispute} goesBack={refunding || paymentState === 'refunded'} />
          </li>
        ))}
        {refunds.map(refund => (
          <li key={refund._id} className="py-2 [overflow-wrap:anywhere]">
            <Refunded refund={refund} products={order.products} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const money = (dollars: number) => formatCents(toCents(dollars))

interface RefundedProps {
  refund: NonNullable<ShownOrder['refunds']>[number]
  products: ShownOrder['products']
}

/** A refund: what came back, why it failed or was made, and by whom. */
function Refunded({ refund, products = [] }: RefundedProps) {
  const { amount, state, reason, actor, at, note, lines, delivery } = refund
  const parts = lines.map(({ position, quantity }) => {
    const product = products.find(each => each.position === position)
    return `${quantity} × ${product?.name ?? 'a piece'}`
  })
  if (delivery) parts.push('delivery')
  return (
    <>
      <p>
        <span className="tabular-nums">{money(amount)}</span> {states[state]}
      </p>
      {parts.length > 0 && <p className="tabular-nums">{parts.join(', ')}</p>}
      {note && <p className="text-stone">“{note}”</p>}
      {reason && <p className="text-danger">{reason}</p>}
      <p className="text-stone text-xs">
        {actors[actor] ?? actor}, <LocalTime at={at} />
      </p>
    </>
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
