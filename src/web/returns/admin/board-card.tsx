import type { ReactNode } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { type BoardReturn, type ReturnStatus, reasonLabels, type ShownReturnLine } from '#domain/returns/return.ts'
import { LinePicture } from '../../orders/line-picture.tsx'
import { Badge, type Tone } from '../../ui/feedback/badge.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { LocalTime } from '../../ui/local-time.tsx'

const badges: Record<ReturnStatus, { tone: Tone; label: string }> = {
  asked: { tone: 'yellow', label: 'on its way back' },
  arrived: { tone: 'blue', label: 'arrived' },
  refunding: { tone: 'blue', label: 'refunding' },
  settled: { tone: 'green', label: 'settled' },
  refused: { tone: 'red', label: 'refused' },
  cancelled: { tone: 'grey', label: 'cancelled' },
}

/** A return or a withdrawal for the shop's people, with what they can do. */
export function BoardCard({ shown, children }: { shown: BoardReturn; children: ReactNode }) {
  const { kind, reference, status, askedAt, order, lines, message, refusal, refunded, parcels } = shown
  const title = kind === 'withdrawal' ? 'Withdrawal' : 'Return'
  return (
    <li className="rounded-card border border-line bg-paper p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl tabular-nums">
            {title} {reference}
          </h2>
          <p className="text-sm text-stone [overflow-wrap:anywhere]">
            <LocalTime at={askedAt} />
            {order && (
              <>
                {' · '}
                <Link to={`/orders/${order.orderId}`} className="underline underline-offset-4 hover:text-rosewood">
                  Order #{order.number}
                </Link>
                {order.customer && <>, {order.customer}</>}
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={badges[status].tone}>
            {kind === 'withdrawal' && status === 'asked' ? 'received' : badges[status].label}
          </Badge>
          {shown.isOverdue && <Badge tone="red">money is late</Badge>}
          {shown.withdrawal?.isLate && <Badge tone="light">after 14 days</Badge>}
        </div>
      </div>
      <Statement shown={shown} />
      {order && !order.isSent && status === 'asked' && (
        <p className="mt-2 font-medium text-sm">
          This order has not been sent. Do not send it, and refund it; on its page the pieces then go back on the shelf.
        </p>
      )}
      {lines.length > 0 && (
        <ul className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {lines.map(line => (
            <Piece key={`${line.position} ${line.variantId}`} line={line} />
          ))}
        </ul>
      )}
      {message && <p className="mt-4 whitespace-pre-line text-sm [overflow-wrap:anywhere]">“{message}”</p>}
      {refusal && <p className="mt-4 whitespace-pre-line text-sm [overflow-wrap:anywhere]">You wrote: “{refusal}”</p>}
      {refunded > 0 && <p className="mt-4 text-sm">{formatCents(toCents(refunded))} went back.</p>}
      {parcels.map(({ carrier, number, url }) => (
        <p key={carrier + number} className="mt-2 text-sm">
          Sent{carrier || number ? ` with ${[carrier, number].filter(Boolean).join(' ')}` : ''}.{' '}
          {url && (
            <a href={url} rel="noopener noreferrer" className={textLink}>
              Follow the parcel
            </a>
          )}
        </p>
      ))}
      {children}
    </li>
  )
}

/** What somebody stated who withdraws, and until when money is due. */
function Statement({ shown: { withdrawal, status, order } }: { shown: BoardReturn }) {
  if (!withdrawal) return null
  const { name, email, contract, pieces, moneyDueAt, objectedAt } = withdrawal
  const isOpen = status === 'asked' || status === 'arrived'
  return (
    <div className="mt-4 text-sm [overflow-wrap:anywhere]">
      <p>
        <bdi>{name}</bdi>, {email}, withdraws from “{contract}”: {pieces === null ? 'the whole order' : `“${pieces}”`}.
      </p>
      {objectedAt ? (
        <p className="mt-1 font-medium text-danger">The order’s own address says: that was not me.</p>
      ) : (
        isOpen && (
          <p className="mt-1 font-medium">
            The money is due by <LocalTime at={moneyDueAt} />
            {order?.isSent && ', or once the goods or proof that they were sent have come, if that is later'}.
          </p>
        )
      )}
    </div>
  )
}

const swapWords = { open: 'wants', sent: 'got', ended: 'wanted' }

function Piece({ line }: { line: ShownReturnLine }) {
  const { name, image, size, color, quantity, reason, arrived, restocked, swap } = line
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-4">
      <LinePicture image={image} className="w-16" />
      <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <p className="font-display text-lg leading-snug">{name}</p>
        <p className="text-stone">
          {[describeVariation({ color, size }), quantity > 1 && `${quantity} pieces`].filter(Boolean).join(' · ')}
        </p>
        {reason && <p>{reasonLabels[reason]}</p>}
        {swap && (
          <p className="font-medium">
            {swapWords[swap.state]} size {swap.size} instead
          </p>
        )}
        {arrived > 0 && (
          <p className="text-stone">
            {arrived} arrived, {restocked} back on the shelf
          </p>
        )}
      </div>
    </li>
  )
}
