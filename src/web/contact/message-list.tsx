import { useState } from 'react'
import type { ContactMessage } from '#domain/contact.ts'
import { useIsAdmin } from '../session/use-user.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { textLink } from '../ui/form/button.ts'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { Link } from '../ui/link.tsx'
import { rowAction } from '../ui/list/table.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerList } from './answer-list.tsx'
import { EraseMessage } from './erase-message.tsx'
import { MarkMessage } from './mark-message.tsx'
import { MessageOrdersPanel } from './message-orders.tsx'

/** Encodes everything but the @, so that an address cannot add parameters to the link. */
const replyTo = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Messages to the shop, each with its answers, and on demand the orders with its address. */
export function MessageList({ messages }: { messages: readonly ContactMessage[] }) {
  const [asked, setAsked] = useState<ContactMessage>()
  /** The messages to which an answer is being typed. */
  const [typed, setTyped] = useState<readonly string[]>([])
  const noteTyped = (id: string, isTyped: boolean) =>
    setTyped(ids => [...ids.filter(each => each !== id), ...(isTyped ? [id] : [])])
  return (
    <>
      <ul className="flex flex-col gap-4">
        {messages.map(message => (
          <li
            key={message._id}
            className={`rounded-card border border-line px-5 pt-5 pb-2 ${message.doneAt ? 'text-stone' : 'bg-paper'}`}
          >
            <Email
              message={message}
              onTyped={isTyped => noteTyped(message._id, isTyped)}
              onErase={() => setAsked(message)}
            />
          </li>
        ))}
      </ul>
      <LeaveGuard isUnsaved={messages.some(({ _id }) => typed.includes(_id))} />
      <EraseMessage message={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function Email({ message, onTyped, onErase }: MessageProps) {
  const isAdmin = useIsAdmin()
  const [isAnswering, setIsAnswering] = useState(false)
  const [hasOrders, setHasOrders] = useState(false)
  function stopAnswering() {
    onTyped(false)
    setIsAnswering(false)
  }

  const { _id, name, email, subject, message: text, createdAt, doneAt, answers, order } = message
  const answerLabel = answers.length > 0 ? 'Answer again' : 'Answer'
  const ordersLabel = hasOrders ? 'Hide orders' : 'Orders'
  return (
    <div className={hasOrders ? 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]' : ''}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 dir="auto" className="text-xl">
            {subject}
          </h2>
          <p className="flex items-center gap-3 text-stone text-xs tabular-nums">
            {answers.length > 0 && <Badge tone="green">Answered</Badge>}
            <LocalTime at={createdAt} />
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <bdi>{name}</bdi>
          <a href={replyTo(email)} className={`${textLink} [overflow-wrap:anywhere]`}>
            {email}
          </a>
          {order && (
            <Link to={`/orders/${order.orderId}`} className={textLink}>
              Order #{order.number}
            </Link>
          )}
        </p>
        <p dir="auto" className="mt-2 max-w-prose whitespace-pre-wrap text-sm leading-relaxed">
          {text}
        </p>
        <AnswerList answers={answers} />
        {isAnswering && <AnswerForm message={message} onTyped={onTyped} onClose={stopAnswering} />}
        {doneAt && (
          <p className="mt-3 text-xs tabular-nums">
            Done <LocalTime at={doneAt} />
          </p>
        )}
        <div className="mt-2 -ml-2 flex flex-wrap gap-x-2">
          {!isAnswering && (
            <button
              type="button"
              aria-label={`${answerLabel}: ${subject}`}
              className={rowAction}
              onClick={() => setIsAnswering(true)}
            >
              {answerLabel}
            </button>
          )}
          <button
            type="button"
            aria-label={`${ordersLabel} of ${email}: ${subject}`}
            aria-expanded={hasOrders}
            className={rowAction}
            onClick={() => setHasOrders(!hasOrders)}
          >
            {ordersLabel}
          </button>
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
      </div>
      {hasOrders && <MessageOrdersPanel id={_id} email={email} />}
    </div>
  )
}

interface MessageProps {
  message: ContactMessage
  onTyped: (isTyped: boolean) => void
  onErase: () => void
}
