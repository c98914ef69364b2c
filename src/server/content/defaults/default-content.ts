import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentKind } from '#domain/content/content.ts'

interface DefaultContent {
  kind: ContentKind
  address: string
  title: string
  summary: string
  showsSummary: boolean
  author: string
  picture: string | null
  alt: string
  /** The day of publication, such as 2026-09-14. */
  date: string
}

const page = { kind: 'page', author: '', picture: null, alt: '', date: '2026-09-01', showsSummary: false } as const
const post = { kind: 'post', showsSummary: true } as const

/** The pages and posts with which a shop begins. The text of each is in the file of its address. */
export const defaultContent: DefaultContent[] = [
  {
    ...page,
    address: 'about',
    title: 'About us',
    summary: 'Who we are.',
    picture: 'window',
    alt: 'Our window: two dresses before plaster arches, a straw hat, a black handbag on a plinth.',
  },
  {
    ...page,
    address: 'shipping-returns',
    title: 'Shipping & returns',
    summary: 'How an order reaches you, and what to do when it is not right.',
  },
  {
    ...page,
    address: 'size-guide',
    title: 'Size guide',
    summary: 'How to measure yourself, and what our sizes mean for dresses, rings, bracelets, hats and belts.',
    showsSummary: true,
  },
  {
    ...page,
    address: 'faq',
    title: 'Questions and answers',
    summary: 'What people ask us most often about buying, paying, delivery, returns and their account.',
    showsSummary: true,
  },
  { ...page, address: 'privacy', title: 'Privacy', summary: 'What we know about you, and why.' },
  { ...page, address: 'terms', title: 'Terms', summary: 'What you and we agree on when you buy here.' },
  {
    ...post,
    address: 'how-to-care-for-silk',
    title: 'How to care for silk',
    date: '2026-09-14',
    author: 'Ines Marchetti',
    picture: 'silk-cover',
    alt: 'A red silk square drawn through a ring, and a gold silk slip dress on a tailor’s form.',
    summary: 'Cool water, a little patience and no sun: three habits that keep a silk dress for twenty years.',
  },
  {
    ...post,
    address: 'a-small-wardrobe-that-works',
    title: 'A small wardrobe that works',
    date: '2026-09-28',
    author: 'Clara Whitlock',
    picture: 'wardrobe-cover',
    alt: 'Three dresses on tailor’s forms: a beige knit, a red wrap dress and a long black gown.',
    summary: 'Twelve pieces, a dozen evenings. What to keep, what to let go, and why beige is never boring.',
  },
  {
    ...post,
    address: 'layering-gold',
    title: 'Layering gold',
    date: '2026-10-12',
    author: 'Ines Marchetti',
    picture: 'gold-cover',
    alt: 'A gold ring with a red stone on a plinth, a gold medallion on a chain, and a jade bangle.',
    summary: 'One long, one short, one quiet. How to wear three necklaces and look as if you wore none on purpose.',
  },
  {
    ...post,
    address: 'the-five-minute-face',
    title: 'The five-minute face',
    date: '2026-10-26',
    author: 'Noor Haddad',
    picture: 'face-cover',
    alt: 'A bottle of foundation with a golden pump, a red lipstick and an open compact with its mirror.',
    summary: 'A good balm, one lipstick, two brushes. Our make-up artist on mornings without time.',
  },
]

/** The text of a page or post of the house, in Markdown. */
export const defaultMarkdown = (address: string): string =>
  readFileSync(join(import.meta.dirname, `${address}.md`), 'utf8')
