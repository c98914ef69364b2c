export interface Post {
  slug: string
  /** The picture on its card. */
  art: `blog-${1 | 2 | 3 | 4}`
  title: string
  /** The date of publication, such as 2026-09-14. */
  date: string
  author: string
  /** The reading time. */
  minutes: number
  teaser: string
}

/** The journal's four posts, oldest first. The text of each is in articles/, in the file named after its slug. */
export const posts = [
  {
    slug: 'how-to-care-for-silk',
    art: 'blog-1',
    title: 'How to care for silk',
    date: '2026-09-14',
    author: 'Ines Marchetti',
    minutes: 3,
    teaser: 'Cool water, a little patience and no sun: three habits that keep a silk dress for twenty years.',
  },
  {
    slug: 'a-small-wardrobe-that-works',
    art: 'blog-2',
    title: 'A small wardrobe that works',
    date: '2026-09-28',
    author: 'Clara Whitlock',
    minutes: 3,
    teaser: 'Twelve pieces, a dozen evenings. What to keep, what to let go, and why beige is never boring.',
  },
  {
    slug: 'layering-gold',
    art: 'blog-3',
    title: 'Layering gold',
    date: '2026-10-12',
    author: 'Ines Marchetti',
    minutes: 3,
    teaser: 'One long, one short, one quiet. How to wear three necklaces and look as if you wore none on purpose.',
  },
  {
    slug: 'the-five-minute-face',
    art: 'blog-4',
    title: 'The five-minute face',
    date: '2026-10-26',
    author: 'Noor Haddad',
    minutes: 3,
    teaser: 'A good balm, one lipstick, two brushes. Our make-up artist on mornings without time.',
  },
] as const satisfies readonly Post[]

export type PostSlug = (typeof posts)[number]['slug']

export const postOf = (slug: PostSlug): Post => posts.find(post => post.slug === slug) ?? posts[0]

export const postPath = ({ slug }: Pick<Post, 'slug'>) => `/blogs/${slug}`

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A post's date, formatted. */
export const dayOf = ({ date }: Pick<Post, 'date'>) => day.format(new Date(date))
