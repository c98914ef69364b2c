/** The shop's information pages, in the order of their list. A page of the owner's text does not show its summary: only the list does. */
export const infoPages = [
  {
    slug: 'about',
    title: 'About us',
    summary: 'Who we are.',
  },
  {
    slug: 'shipping-returns',
    title: 'Shipping & returns',
    summary: 'How an order reaches you, and what to do when it is not right.',
  },
  {
    slug: 'size-guide',
    title: 'Size guide',
    summary: 'How to measure yourself, and what our sizes mean for dresses, rings, bracelets, hats and belts.',
  },
  {
    slug: 'faq',
    title: 'Questions and answers',
    summary: 'What people ask us most often about buying, paying, delivery, returns and their account.',
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    summary: 'What we know about you, and why.',
  },
  {
    slug: 'terms',
    title: 'Terms',
    summary: 'What you and we agree on when you buy here.',
  },
] as const

export type PageSlug = (typeof infoPages)[number]['slug']
