import { useId } from 'react'
import type { TodayStats } from '#domain/stats.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

const count = new Intl.NumberFormat('en-US')

interface Task {
  label: string
  /** The lists that show exactly what is counted. */
  lists: { n: number; to: string; text: string }[]
}

const packing = (status: string) => `/dashboard/manage-orders?status=${status}&payment=paid`

const tasksOf = (today: TodayStats): Task[] => [
  {
    label: 'Orders to pack',
    lists: [
      { n: today.pendingOrders, to: packing('pending'), text: `${count.format(today.pendingOrders)} pending` },
      {
        n: today.processingOrders,
        to: packing('processing'),
        text: `${count.format(today.processingOrders)} processing`,
      },
    ],
  },
  {
    label: 'Payments in review',
    lists: [{ n: today.paymentsInReview, to: '/dashboard/manage-orders?payment=review', text: 'Show the payments' }],
  },
  {
    label: 'Open messages',
    lists: [{ n: today.openMessages, to: '/dashboard/messages', text: 'Show the messages' }],
  },
  {
    label: 'Undelivered e-mails',
    lists: [{ n: today.undeliveredEmails, to: '/dashboard/proof', text: 'Show the e-mails' }],
  },
  {
    label: 'To reorder',
    lists: [
      { n: today.lowSizes, to: '/dashboard/stock?view=low', text: `${count.format(today.lowSizes)} low` },
      { n: today.brokenRuns, to: '/dashboard/stock?view=broken', text: `${count.format(today.brokenRuns)} broken` },
    ],
  },
]

/** What waits for the admin today, each figure with links to the lists that show it. */
export function Today({ today }: { today: TodayStats }) {
  const id = useId()
  const isIdle = Object.values(today).every(n => n === 0)
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} className="mb-6 text-2xl">
        Today
      </h2>
      {isIdle ? (
        <p className="rounded-card border border-line bg-paper p-6 text-stone">Nothing is waiting.</p>
      ) : (
        <ul className="grid-pair gap-4 xl:grid-cols-5">
          {tasksOf(today).map(task => (
            <TaskCard key={task.label} {...task} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TaskCard({ label, lists }: Task) {
  const total = lists.reduce((sum, { n }) => sum + n, 0)
  return (
    <li
      className={`min-w-0 rounded-card border border-line p-4 sm:p-6 xl:px-4 ${total === 0 ? 'text-stone' : 'bg-paper'}`}
    >
      <p className="flex flex-col gap-1">
        <span className="text-sm text-stone">{label}</span>{' '}
        <span className="font-display text-3xl tabular-nums">{count.format(total)}</span>
      </p>
      {total > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-4">
          {lists.map(
            ({ n, to, text }) =>
              n > 0 && (
                <Link key={to} to={to} className={`${textLink} tabular-nums`}>
                  {text}
                </Link>
              ),
          )}
        </p>
      )}
    </li>
  )
}
