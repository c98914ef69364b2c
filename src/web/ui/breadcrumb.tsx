import { Fragment, use } from 'react'
import { JsonLd } from './json-ld.tsx'
import { Link } from './link.tsx'
import { OriginContext } from './origin.ts'

interface BreadcrumbProps {
  /** From the home page down; the last is the current page. */
  trail: readonly { name: string; path: string }[]
}

/** Breadcrumbs for visitors and for search engines. */
export function Breadcrumb({ trail }: BreadcrumbProps) {
  const origin = use(OriginContext)
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm text-stone md:mb-8">
      <JsonLd about={import.meta.env.SSR ? listOf(trail, origin) : undefined} />
      <ol className="flex flex-wrap items-center gap-x-2">
        {trail.map(({ name, path }, index) =>
          index === trail.length - 1 ? (
            <li key={path} aria-current="page" className="text-ink [overflow-wrap:anywhere]">
              {name}
            </li>
          ) : (
            <Fragment key={path}>
              <li>
                <Link to={path} className="inline-flex min-h-11 items-center hover:text-rosewood">
                  {name}
                </Link>
              </li>
              <li aria-hidden>/</li>
            </Fragment>
          ),
        )}
      </ol>
    </nav>
  )
}

/** https://schema.org/BreadcrumbList */
const listOf = (trail: BreadcrumbProps['trail'], origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})
