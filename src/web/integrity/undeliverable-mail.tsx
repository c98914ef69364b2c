import { useId, useState } from 'react'
import type { Proof, UndeliverableMail as Undeliverable } from '#domain/integrity.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { useResendMailMutation } from './api.ts'

const count = new Intl.NumberFormat('en-US')

/** Undeliverable e-mails with a button to send them again; renders nothing if there are none. */
export function UndeliverableMail({
  mail: { total, emails },
  onQueued,
}: Pick<Proof, 'mail'> & { onQueued: () => Promise<unknown> }) {
  const id = useId()
  const [resend] = useResendMailMutation()
  const [isAsking, setIsAsking] = useState(false)
  if (total === 0) return null

  async function sendAgain(email?: string) {
    if (isAsking) return
    setIsAsking(true)
    const { data, error } = await resend({ id: email })
    toast.alert(error ? formErrorOf(error) : `${counted(data ?? 0)} will be sent again within seconds.`)
    await onQueued()
    setIsAsking(false)
  }

  return (
    <section aria-labelledby={id} className="mb-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="mb-2 text-2xl">
            Undeliverable e-mails
          </h2>
          <p className="max-w-prose text-danger text-sm">
            {counted(total)} could not be delivered, and {total === 1 ? 'is' : 'are'} forgotten after 30 days.
          </p>
        </div>
        <button
          type="button"
          className={`${button.quiet} aria-disabled:opacity-50`}
          aria-disabled={isAsking}
          onClick={() => sendAgain()}
        >
          Send all again
        </button>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper">
        {emails.map(email => (
          <li key={email._id} className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-3 sm:px-6">
            <Email {...email} />
            <button
              type="button"
              className={`${textLink} aria-disabled:opacity-50`}
              aria-disabled={isAsking}
              aria-label={`Send again to ${email.to}`}
              onClick={() => sendAgain(email._id)}
            >
              Send again
            </button>
          </li>
        ))}
      </ul>
      {total > emails.length && (
        <p className="mt-3 text-sm text-stone">And {count.format(total - emails.length)} older ones.</p>
      )}
    </section>
  )
}

const counted = (emails: number) => `${count.format(emails)} ${emails === 1 ? 'e-mail' : 'e-mails'}`

const kinds: Record<string, string> = {
  'order-confirmation': 'Order confirmed',
  'order-shipped': 'Order shipped',
  'order-refunded': 'Order refunded',
  'password-reset': 'New password',
  'house-news': 'News for the owner',
  'dispute-opened': 'Payment disputed',
  'verify-email': 'Confirm the e-mail',
  'low-stock': 'Low stock',
  'archive-failing': 'Archive failing',
  invitation: 'Invitation',
  'message-answer': 'Answer to a message',
  'part-refunded': 'Part of an order refunded',
  'return-asked': 'Return asked for',
  'return-arrived': 'Return arrived',
  'return-settled': 'Swap sent',
  'return-refused': 'Return refused',
  'return-cancelled': 'Return cancelled',
  'swap-ended': 'Swap no longer held',
  'withdrawal-received': 'Receipt of a withdrawal',
  'withdrawal-notice': 'Notice of a withdrawal',
  'parcel-sent': 'Parcel sent',
  'address-changed': 'Delivery address changed',
  'order-cancelled': 'Order cancelled',
}

const Email = ({ kind, to, orderId, failedAt, reason }: Undeliverable['emails'][number]) => (
  <div className="min-w-0 flex-1 basis-64 text-sm [overflow-wrap:anywhere]">
    <p>
      {orderId ? (
        <Link to={`/orders/${orderId}`} className="underline underline-offset-4 hover:text-rosewood">
          {kinds[kind] ?? kind}
        </Link>
      ) : (
        (kinds[kind] ?? kind)
      )}
      {to && `, to ${to}`}
    </p>
    <p className="text-stone">
      <LocalTime at={failedAt} />: {reason}
    </p>
  </div>
)
