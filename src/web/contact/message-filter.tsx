import type { MessageCounts } from '#domain/contact.ts'
import { Link } from '../ui/link.tsx'
import { useListAddress } from '../ui/list/use-list-address.ts'

const count = new Intl.NumberFormat('en-US')

type MessageFilterStatus = 'open' | 'done' | 'all'

/** The messages to show, from ?status: the open ones unless it says otherwise. */
export function useMessageStatus(): MessageFilterStatus {
  const status = useListAddress().read('status')
  return status === 'done' || status === 'all' ? status : 'open'
}

/** The address of the messages of a status, with the search if there is one. */
export const messagesAt = (status: MessageFilterStatus, q = ''): string => {
  const search = new URLSearchParams({ ...(status !== 'open' && { status }), ...(q && { q }) })
  return search.size > 0 ? `/dashboard/messages?${search}` : '/dashboard/messages'
}

/** Links to the open, the done and all messages, with how many there are. */
export function MessageFilter({ counts }: { counts: MessageCounts | undefined }) {
  const status = useMessageStatus()
  const { q } = useListAddress()
  const choices = [
    { name: 'open', label: 'Open', n: counts?.open },
    { name: 'done', label: 'Done', n: counts?.done },
    { name: 'all', label: 'All', n: counts && counts.open + counts.done },
  ] as const
  return (
    <nav aria-label="Messages to show" className="flex flex-wrap gap-2">
      {choices.map(({ name, label, n }) => (
        <Link
          key={name}
          to={messagesAt(name, q)}
          preventScrollReset
          aria-current={name === status ? 'page' : undefined}
          className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-paper px-4 text-sm tabular-nums hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ivory forced-colors:aria-[current=page]:underline"
        >
          {label} <span className="min-w-[2ch] text-right">{n === undefined ? '' : count.format(n)}</span>
        </Link>
      ))}
    </nav>
  )
}
