import type { ReactNode } from 'react'
import type { ArticleArt } from '../article-picture.tsx'
import type { Post } from '../posts.ts'
import { ASmallWardrobeThatWorks } from './a-small-wardrobe-that-works.tsx'
import { HowToCareForSilk } from './how-to-care-for-silk.tsx'
import { LayeringGold } from './layering-gold.tsx'
import { TheFiveMinuteFace } from './the-five-minute-face.tsx'

interface Article {
  cover: ArticleArt
  /** What is seen on the cover. */
  alt: string
  Text: () => ReactNode
}

/** What the posts say. Only their own page may import this: it is heavy. */
export const articles: Record<Post['slug'], Article> = {
  'how-to-care-for-silk': {
    cover: 'silk-cover',
    alt: 'A red silk square drawn through a ring, and a gold silk slip dress on a tailor’s form.',
    Text: HowToCareForSilk,
  },
  'a-small-wardrobe-that-works': {
    cover: 'wardrobe-cover',
    alt: 'Three dresses on tailor’s forms: a beige knit, a red wrap dress and a long black gown.',
    Text: ASmallWardrobeThatWorks,
  },
  'layering-gold': {
    cover: 'gold-cover',
    alt: 'A gold ring with a red stone on a plinth, a gold medallion on a chain, and a jade bangle.',
    Text: LayeringGold,
  },
  'the-five-minute-face': {
    cover: 'face-cover',
    alt: 'A bottle of foundation with a golden pump, a red lipstick and an open compact with its mirror.',
    Text: TheFiveMinuteFace,
  },
}
