import { type PageSlug, pageSlugs } from '#domain/content.ts'
import { about } from './about.tsx'
import { faq } from './faq.tsx'
import type { HousePage } from './page.ts'
import { privacy } from './privacy.tsx'
import { shippingReturns } from './shipping-returns.tsx'
import { sizeGuide } from './size-guide.tsx'
import { terms } from './terms.tsx'

const pages: Record<PageSlug, HousePage> = {
  about,
  'shipping-returns': shippingReturns,
  'size-guide': sizeGuide,
  faq,
  privacy,
  terms,
}

/** The house's own pages, in the order in which they are listed. */
export const housePages: readonly HousePage[] = pageSlugs.map(slug => pages[slug])
