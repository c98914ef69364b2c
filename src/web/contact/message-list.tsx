import { useState } from 'react'
import type { ContactMessage } from '#domain/contact.ts'
import { textLink } from '../ui/form/button.ts'
import { rowAction } from '../ui/list/table.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { EraseMessage } from './erase-message.tsx'

/** Encodes everything but the @, so that an address cannot add parameters to the link. */
const replyTo = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Messages to the shop, each with a link to reply. */
export function MessageList({ messages }: { messages: readonly ContactMessage[] }) {
  const [asked, setAsked] = useState<ContactMessage>()
  return (
    <>
      <ul className="flex flex-col gap-4">
        {messages.map(message => (
          <li key={message._id} className="rounded-card border border-line bg-paper p-5">
            <Email message={message} onErase={() => setAsked(message)} />
          </li>
        ))}
      </ul>
      <EraseMessage message={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function Email({ message: { name, email, subject, message, createdAt }, onErase }: MessageProps) {
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
      </p>
      <p dir="auto" className="mt-2 max-w-prose whitespace-pre-wrap text-sm leading-relaxed">
        {message}
      </p>
      <button
        type="button"
        aria-label={`Delete ${subject}`}
        className={`${rowAction} mt-2 -ml-2 text-rosewood`}
        onClick={onErase}
      >
        Delete
      </button>
    </>
  )
}

interface MessageProps {
  message: ContactMessage
  onErase: () => void
}
