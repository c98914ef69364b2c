/** One of a list of the settings, by the name of the list. */
const items: Record<string, string> = {
  heroes: 'hero',
  banners: 'banner',
  benefits: 'benefit',
  social: 'social link',
  address: 'line of the address',
  categories: 'category',
  colors: 'color',
  items: 'collection',
  products: 'piece',
  ofProducts: 'list',
  former: 'earlier address',
  header: 'link at the top',
  footer: 'column at the end',
  links: 'link',
}

const words: Record<string, string> = {
  image_id: 'picture',
  chart_id: 'size chart',
  isDraft: 'not listed yet',
  oldPrice: 'old price',
  salePrice: 'sale price',
  visible_from: 'visible from',
  visible_until: 'visible until',
  sale_from: 'sale from',
  sale_until: 'sale until',
  seo_title: 'title for search engines',
  seo_description: 'description for search engines',
  related: 'related pieces',
  look: 'pieces of the look',
  paymentState: 'payment',
  refundedAmount: 'refunded',
  orderId: 'order id',
  answeredAt: 'answered at',
  alt: 'description of the picture',
  eyebrow: 'line above the title',
  from: 'beginning',
  until: 'end',
  mins: 'minutes',
  secs: 'seconds',
  isShown: 'shown',
  isInMenu: 'in the menu',
  isSale: 'on sale only',
  percent: 'price by percent',
  minPrice: 'lowest price',
  maxPrice: 'highest price',
  senderName: "sender's name",
  senderAddress: "sender's address",
  placed: 'sentence about a paid order',
  shipped: 'sentence about a shipped order',
  refunded: 'sentence about a refunded order',
  'shipping-returns': 'shipping & returns',
  publishedFrom: 'visible from',
  showsSummary: 'summary below the title',
  seoTitle: 'title for search engines',
  seoDescription: 'description for search engines',
  hasCategories: 'the first categories',
}

/** The name of a field in words, such as 'hero 1, title' for `heroes.0.title`. */
export function fieldInWords(field: string): string {
  const parts = field.split('.')
  return parts
    .flatMap((part, index) => {
      if (/^\d+$/.test(part)) return []
      const place = parts[index + 1] ?? ''
      return /^\d+$/.test(place) ? `${items[part] ?? part} ${Number(place) + 1}` : (words[part] ?? part)
    })
    .join(', ')
}

/** The last part of a field's name: `title` of `heroes.0.title`. */
export const lastPartOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
