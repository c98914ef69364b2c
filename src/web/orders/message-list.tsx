import type { OrderMessage } from '#domain/orders/order.ts'
import { LocalTime } from '../ui/local-time.tsx'

/** What the buyer wrote about an order, oldest first. */
export const MessageList = ({ messages }: { messages: readonly OrderMessage[] }) => (
  <ul className="flex flex-col gap-2">
    {messages.map(({ _id, message, at }) => (
      <li key={_id} className="border-rosewood border-l-2 pl-3 text-sm">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message}
        </p>
        <p className="text-stone text-xs tabular-nums">
          <LocalTime at={at} />
        </p>
      </li>
    ))}
  </ul>
)
