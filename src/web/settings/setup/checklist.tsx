import type { ChecklistItem } from '#domain/settings/setup.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

/** What the link of an item says. */
const labels: Record<string, string> = {
  name: 'Name the shop',
  contact: 'Write the address',
  policies: 'Write the texts',
  products: 'Add a product',
  demo: 'See the products',
  sender: 'Choose the sender',
  admin: 'See the users',
}

const Answer = ({ id, link }: Pick<ChecklistItem, 'id' | 'link'>) =>
  link && (
    <Link to={link} className={`${textLink} shrink-0`}>
      {labels[id] ?? 'See the services'}
    </Link>
  )

/** The whole checklist, the open items first. */
export function Checklist({ items }: { items: ChecklistItem[] }) {
  const sorted = [...items].sort((a, b) => Number(a.isDone) - Number(b.isDone))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {sorted.map(item => (
        <li key={item.id} className="flex flex-col-reverse gap-x-6 gap-y-2 py-3 sm:flex-row sm:items-baseline">
          <div className="min-w-0 flex-1 text-sm">
            <p className={`max-w-prose ${item.isDone ? 'text-stone' : ''}`}>{item.sentence}</p>
            {!item.isDone && <Answer {...item} />}
          </div>
          <p className="shrink-0">
            <Badge tone={item.isDone ? 'green' : 'yellow'}>{item.isDone ? 'Done' : 'Open'}</Badge>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Items that are all open, each with the page that closes it. */
export const OpenItems = ({ items }: { items: ChecklistItem[] }) => (
  <ul className="divide-y divide-line border-line border-y">
    {items.map(item => (
      <li key={item.id} className="gap-x-6 py-2 text-sm sm:flex sm:items-center sm:justify-between">
        <p className="max-w-prose py-1">{item.sentence}</p>
        <Answer {...item} />
      </li>
    ))}
  </ul>
)
