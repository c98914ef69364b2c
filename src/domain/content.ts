/** The addresses of the house's own pages: /pages/{slug}. */
export const pageSlugs = ['about', 'shipping-returns', 'size-guide', 'faq', 'privacy', 'terms'] as const
export type PageSlug = (typeof pageSlugs)[number]

/** The addresses of the journal's posts: /blogs/{slug}. */
export const postSlugs = [
  'how-to-care-for-silk',
  'a-small-wardrobe-that-works',
  'layering-gold',
  'the-five-minute-face',
] as const
export type PostSlug = (typeof postSlugs)[number]
