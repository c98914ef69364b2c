import { useId } from 'react'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

const count = new Intl.NumberFormat('en-US')

export interface Task {
  label: string
  /** The lists that show exactly what is counted. */
  lists: { n: number; to: string; text: string }[]
}

/** What waits, each figure with links to the lists that show it. */
export function TaskList({ title, tasks, columns = '' }: { title: string; tasks: readonly Task[]; columns?: string }) {
  const id = useId()
  const isIdle = tasks.every(({ lists }) => lists.every(({ n }) => n === 0))
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} className="mb-6 text-2xl">
        {title}
      </h2>
      {isIdle ? (
        <p className="rounded-card border border-line bg-paper p-6 text-stone">Nothing is waiting.</p>
      ) : (
        <ul className={`grid-pair gap-4 ${columns}`}>
          {tasks.map(task => (
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
