import { type Static, Type } from 'typebox'
import { CategorySetting, ColorSetting } from './catalogue.ts'
import { CollectionSetting } from './collections.ts'
import { Benefit, Deals, Menus, type Period, ShownPicture } from './section.ts'

const Text = Type.String()
const Picture = Type.Union([ShownPicture, Type.Null()])
const Shade = Type.Object({ text: Text, button: Text })

export const ShownCategory = Type.Object({
  ...Type.Pick(CategorySetting, ['name', 'address', 'words', 'former']).properties,
  picture: Picture,
})
export type ShownCategory = Static<typeof ShownCategory>
export const ShownColor = Type.Pick(ColorSetting, ['name', 'swatch'])

/** What every page of the shop shows of the settings. */
export const ShopFrame = Type.Object({
  name: Text,
  tagline: Text,
  mark: Picture,
  /** Whether the name is still that of the house, which its drawn pictures bear. */
  hasDefaultName: Type.Boolean(),
  /** The picture of a link to a page that has none of its own. */
  shared: Type.Object({ url: Text, width: Type.Integer(), height: Type.Integer() }),
  /** The shades of an accent of one's own, `#rrggbb`; null: those of the house. */
  accent: Type.Union([Type.Object({ light: Shade, dark: Shade }), Type.Null()]),
  address: Type.Array(Text),
  phone: Text,
  email: Text,
  social: Type.Array(Type.Object({ label: Text, link: Text })),
  legal: Text,
  /** What the owner says below an order that is paid and not yet shipped; empty: nothing. */
  placed: Text,
  announcement: Type.Union([Type.Object({ text: Text, link: Text }), Type.Null()]),
  /** In the order of the menu. */
  categories: Type.Array(ShownCategory),
  colors: Type.Array(ShownColor),
  /** Those of the menu. */
  collections: Type.Array(Type.Pick(CollectionSetting, ['name', 'address'])),
  menus: Menus,
  delivery: Type.Object({
    /** What it costs. */
    sentence: Text,
    isFree: Type.Boolean(),
    /** The cart asks for the country, because what is paid depends on it. */
    isAsked: Type.Boolean(),
  }),
  /** How the shop takes things back, in words. */
  returns: Text,
  /** The cart has a field for a discount code. */
  hasCodes: Type.Boolean(),
  /** ISO 4217, such as `USD`. */
  currency: Text,
  /** As in the section `currency`. */
  priceBands: Type.Array(Type.Integer()),
})
export type ShopFrame = Static<typeof ShopFrame>

/** What the home page shows of the settings at this moment. A picture that is null is one of the house. */
export const HomeContent = Type.Object({
  description: Text,
  hero: Type.Object({ eyebrow: Text, title: Text, text: Text, label: Text, link: Text, picture: Picture, alt: Text }),
  banners: Type.Array(Type.Object({ eyebrow: Text, title: Text, link: Text, picture: Picture })),
  deals: Type.Union([Deals, Type.Null()]),
  benefits: Type.Array(Benefit),
})
export type HomeContent = Static<typeof HomeContent>

/** A collection as its page shows it. */
export const ShownCollection = Type.Object({
  ...Type.Pick(CollectionSetting, ['name', 'address', 'words', 'order']).properties,
  picture: Picture,
})
export type ShownCollection = Static<typeof ShownCollection>

/** Whether it is the time of something. */
export const isTimeOf = ({ from, until }: Period, now: Date): boolean =>
  (!from || new Date(from) <= now) && (!until || now < new Date(until))

/** The next moment after `now` at which one of these begins or ends. */
export function nextMoment(periods: readonly Period[], now: Date): Date | undefined {
  const moments = periods.flatMap(({ from, until }) => [from, until]).flatMap(text => (text ? [+new Date(text)] : []))
  const later = moments.filter(moment => moment > +now)
  return later.length > 0 ? new Date(Math.min(...later)) : undefined
}

/** The link behind `mailto:` or `tel:` for what the settings say. */
export const mailLink = (email: string): string => `mailto:${email}`
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
