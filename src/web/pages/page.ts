import type { ReactNode } from 'react'
import type { PageSlug } from '#domain/content.ts'

/** A part of a page under a heading of its own. */
export interface Section {
  title: string
  text: ReactNode
}

/** One of the house's own pages. Its words stand in the file that bears its name. */
export interface HousePage {
  /** Where it is: /pages/{slug}. */
  slug: PageSlug
  title: string
  /** One or two sentences: below the title, on the list of pages, and what search engines show. */
  summary: string
  Content: () => ReactNode
}
