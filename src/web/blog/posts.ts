/** The journal's four posts. */
export const posts = [
  {
    art: 'blog-1',
    title: 'How to care for silk',
    date: '2026-09-14',
    teaser: 'Cool water, a little patience and no sun: three habits that keep a silk dress for twenty years.',
  },
  {
    art: 'blog-2',
    title: 'A small wardrobe that works',
    date: '2026-09-28',
    teaser: 'Twelve pieces, a dozen evenings. What to keep, what to let go, and why beige is never boring.',
  },
  {
    art: 'blog-3',
    title: 'Layering gold',
    date: '2026-10-12',
    teaser: 'One long, one short, one quiet. How to wear three necklaces and look as if you wore none on purpose.',
  },
  {
    art: 'blog-4',
    title: 'The five-minute face',
    date: '2026-10-26',
    teaser: 'A good balm, one lipstick, two brushes. Our make-up artist on mornings without time.',
  },
] as const
