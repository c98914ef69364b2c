/** The shop's information pages, in the order of their list. The text of each is in the file named after its slug. */
export const infoPages = [
  {
    slug: 'about',
    title: 'About us',
    summary: 'A small fashion house with one well-lit window, and a short list of things in it.',
  },
  {
    slug: 'shipping-returns',
    title: 'Shipping & returns',
    summary: 'Delivery is free on every order, and everything comes with a 100% money-back guarantee.',
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
    summary: 'What we know about you, why, for how long, and what stays in your own browser.',
  },
  {
    slug: 'terms',
    title: 'Terms',
    summary: 'What you and we agree on when you buy here, in plain words.',
  },
] as const

export type PageSlug = (typeof infoPages)[number]['slug']
