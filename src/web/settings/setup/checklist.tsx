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
  admin: 'See the users',
}

/** The items of the checklist, the open ones first. */
export function Checklist({ items }: { items: ChecklistItem[] }) {
  const sorted = [...items].sort((a, b) => Number(a.isDone) - Number(b.isDone))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {sorted.map(item => (
        <li key={item.id} className="flex flex-col-reverse gap-x-6 gap-y-1 py-3 sm:flex-row sm:items-baseline">
          <div className="min-w-0 flex-1 text-sm">
            <p className={`max-w-prose ${item.isDone ? 'text-stone' : ''}`}>{item.sentence}</p>
            {!item.isDone && item.link && (
              <Link to={item.link} className={textLink}>
                {labels[item.id] ?? 'See the services'}
              </Link>
            )}
          </div>
          <p className="shrink-0">
            <Badge tone={item.isDone ? 'green' : 'yellow'}>{item.isDone ? 'Done' : 'Open'}</Badge>
          </p>
        </li>
      ))}
    </ul>
  )
}
