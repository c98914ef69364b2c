import { Link } from 'react-router'
import { type Section, sections } from '#domain/settings/section.ts'

const labels: Record<Section, string> = {
  identity: 'Identity',
  contact: 'Contact',
  emails: 'E-mails',
  announcement: 'Announcement',
  home: 'Home page',
  catalogue: 'Categories & colors',
  collections: 'Collections',
  lists: 'Lists',
  menus: 'Menus',
  delivery: 'Delivery',
  tax: 'Tax',
  returns: 'Returns',
  currency: 'Currency',
  staff: 'Staff',
}

interface SectionNavProps {
  current: Section
  unsaved: readonly Section[]
}

const tab =
  'inline-flex min-h-11 items-center gap-1.5 border-transparent border-b text-sm text-stone hover:text-rosewood aria-[current]:border-rosewood aria-[current]:text-ink'

/** The sections of the settings, each with an address of its own, the discount codes and the services. */
export const SectionNav = ({ current, unsaved }: SectionNavProps) => (
  <nav aria-label="Settings" className="mb-8 border-line border-b">
    <ul className="-mb-px flex flex-wrap gap-x-6">
      {sections.map(name => (
        <li key={name}>
          <Link
            to={{ hash: name }}
            preventScrollReset
            discover="none"
            aria-current={name === current ? 'true' : undefined}
            className={tab}
          >
            {labels[name]}
            {unsaved.includes(name) && (
              <>
                <span aria-hidden className="size-1.5 rounded-full bg-rosewood" />
                <span className="sr-only">, not saved</span>
              </>
            )}
          </Link>
        </li>
      ))}
      <li>
        <Link to="/dashboard/discount-codes" discover="none" className={tab}>
          Discount codes
        </Link>
      </li>
      <li>
        <Link to="/dashboard/settings/services" discover="none" className={tab}>
          Services
        </Link>
      </li>
    </ul>
  </nav>
)
