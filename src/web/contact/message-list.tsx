import { useState } from 'react'
import type { ContactMessage } from '#domain/contact.ts'
import { useIsAdmin } from '../session/use-user.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { rowAction } from '../ui/list/table.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { EraseMessage } from './erase-message.tsx'
import { MarkMessage } from './mark-message.tsx'

/** Encodes everything but the @, so that an address cannot add parameters to the link. */
const replyTo = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** The orders that were bought with an e-mail address. */
const ordersOf = (email: string) => `/dashboard/manage-orders?q=${encodeURIComponent(email)}`

/** Messages to the shop, each with a link to reply and one to the sender's orders. */
export function MessageList({ messages }: { messages: readonly ContactMessage[] }) {
  const [asked, setAsked] = useState<ContactMessage>()
  return (
    <>
      <ul className="flex flex-col gap-4">
        {messages.map(message => (
          <li
            key={message._id}
            className={`rounded-card border border-line px-5 pt-5 pb-2 ${message.doneAt ? 'text-stone' : 'bg-paper'}`}
          >
            <Email message={message} onErase={() => setAsked(message)} />
          </li>
        ))}
      </ul>
      <EraseMessage message={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function Email({ message, onErase }: MessageProps) {
  const isAdmin = useIsAdmin()
  const { name, email, subject, message: text, createdAt, doneAt } = message
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 dir="auto" className="text-xl">
          {subject}
        </h2>
        <p className="text-stone text-xs tabular-nums">
          <LocalTime at={createdAt} />
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <bdi>{name}</bdi>
        <a href={replyTo(email)} className={`${textLink} [overflow-wrap:anywhere]`}>
          {email}
        </a>
        <Link to={ordersOf(email)} aria-label={`Their orders: ${email}`} className={textLink}>
          Their orders
        </Link>
      </p>
      <p dir="auto" className="mt-2 max-w-prose whitespace-pre-wrap text-sm leading-relaxed">
        {text}
      </p>
      {doneAt && (
        <p className="mt-3 text-xs tabular-nums">
          Done <LocalTime at={doneAt} />
        </p>
      )}
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-2">
        <MarkMessage message={message} className={rowAction} />
        {isAdmin && (
          <button
            type="button"
            aria-label={`Delete ${subject}`}
            className={`${rowAction} text-danger`}
            onClick={onErase}
          >
            Delete
          </button>
        )}
      </div>
    </>
  )
}

interface MessageProps {
  message: ContactMessage
  onErase: () => void
}
