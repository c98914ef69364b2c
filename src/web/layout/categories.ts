/** The four categories in the order of the navigation. */
export const categoryLinks = [
  { to: '/categories/dress', label: 'Dress' },
  { to: '/categories/accessories', label: 'Accessories' },
  { to: '/categories/jewellery', label: 'Jewellery' },
  { to: '/categories/cosmetics', label: 'Cosmetics' },
] as const
