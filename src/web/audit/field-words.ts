/** One of a list, by the name of the list. */
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
  zones: 'zone',
  countries: 'country',
  methods: 'way of delivery',
  rates: 'rate',
  exempt: 'category that does not come back',
  priceBands: 'price band',
}

/** The names that are words already. */
const plain =
  'accent added address alt amount answer author banners benefits carrier category changed code color country days deals delivery description discount done email file filters header hours item kind label legal link look mark name note order phone picture pieces price products review role rule shade sizes status summary swatch tagline text title words written'

const words: Record<string, string> = {
  ...Object.fromEntries(plain.split(' ').map(name => [name, name])),
  // of products
  image_id: 'picture',
  image_alt: 'description of the picture',
  furtherImages: 'further pictures',
  chart_id: 'size chart',
  style_id: 'style',
  model_cm: "model's height in cm",
  model_size: "model's size",
  is_sealed: 'hygiene goods',
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
  'low from': 'low from so many pieces',
  percent: 'price by percent',
  salePercent: 'percent off in a sale',
  endsSale: 'sale ended',
  // of imports, size charts and discount codes
  counts: 'counted sizes',
  pictures: 'pictures to fetch',
  isGarment: 'measured on the garment',
  goodsFrom: 'goods from',
  startsAt: 'beginning',
  endsAt: 'end',
  orders: 'at most so many orders',
  oncePerCustomer: 'once per customer',
  isActive: 'active',
  // of orders, returns and reviews
  paymentState: 'payment',
  refundedAmount: 'refunded',
  arrived: 'arrived pieces',
  restocked: 'pieces back on the shelf',
  number: 'number of the parcel',
  answeredAt: 'answered at',
  // of pages and posts
  alt: 'description of the picture',
  publishedFrom: 'visible from',
  showsSummary: 'summary below the title',
  seoTitle: 'title for search engines',
  seoDescription: 'description for search engines',
  // of the settings
  eyebrow: 'line above the title',
  from: 'beginning',
  until: 'end',
  mins: 'minutes',
  secs: 'seconds',
  isShown: 'shown',
  isInMenu: 'in the menu',
  isSale: 'on sale only',
  newest: 'only so many, the newest',
  minPrice: 'lowest price',
  maxPrice: 'highest price',
  senderName: "sender's name",
  senderAddress: "sender's address",
  placed: 'sentence about a paid order',
  shipped: 'sentence about a shipped order',
  refunded: 'sentence about a refunded order',
  hasCategories: 'the first categories',
  hidesPictures: 'without the pictures of the studio',
  'shipping-returns': 'shipping & returns', // of earlier releases
  priceCents: 'price',
  freeFromCents: 'free from',
  minDays: 'days at least',
  maxDays: 'days at most',
  isPickup: 'fetched in the shop',
  bp: 'percent',
  exempt: 'categories that do not come back',
  countries: 'countries',
  priceBands: 'price bands',
  payer: 'who pays the way back',
  labelLink: 'page with the label',
  refundLimitCents: 'how much staff may refund',
}

const isNumber = (part: string | undefined) => /^\d+$/.test(part ?? '')

/** The name of a field in words, such as 'hero 1, title' for `heroes.0.title`. One that has none is taken apart into words. */
export function fieldInWords(field: string): string {
  if (isOfSize(field)) return field
  const parts = field.split('.')
  return parts
    .flatMap((part, index) => {
      if (isNumber(part)) return []
      const place = parts[index + 1]
      return isNumber(place) ? `${items[part] ?? apart(part)} ${Number(place) + 1}` : (words[part] ?? apart(part))
    })
    .join(', ')
}

const apart = (name: string) =>
  name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll(/[_-]+/g, ' ')

/** Whether a field has words of its own: a test requires them of every field that the server writes. */
export function hasWords(field: string): boolean {
  const parts = field.split('.')
  return (
    isOfSize(field) ||
    parts.every((part, index) => isNumber(part) || Object.hasOwn(isNumber(parts[index + 1]) ? items : words, part))
  )
}

/** The pieces of a size, under its label, which may have any characters. */
export const piecesOf = (label: string) => `pieces of ${label}`
const isOfSize = (field: string) => field.startsWith(piecesOf(''))

/** The last part of a field's name: `title` of `heroes.0.title`. */
export const lastPartOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
