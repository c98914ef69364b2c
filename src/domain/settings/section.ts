import { type Static, type TSchema, Type } from 'typebox'
import { Delivery, Tax } from '../costs/delivery.ts'
import { literals } from '../schema.ts'
import { Catalogue } from './catalogue.ts'
import { Collections } from './collections.ts'
import { Lists } from './lists.ts'

/** The parts of the owner's settings. Each is saved, audited and undone as a whole. */
export const sections = [
  'identity',
  'contact',
  'emails',
  'announcement',
  'home',
  'catalogue',
  'collections',
  'lists',
  'menus',
  'delivery',
  'tax',
  'returns',
  'currency',
  'staff',
] as const
export type Section = (typeof sections)[number]
export const SectionName = literals(sections)

/** The maximum length of each text, in characters, and of each list. */
export const settingsLimits = {
  ...{ name: 60, tagline: 80, addressLine: 80, addressLines: 6, phone: 40, socialLinks: 6, legal: 600 },
  ...{ link: 500, label: 40, eyebrow: 60, title: 80, text: 240, sentence: 400, announcement: 160 },
  ...{ headerLinks: 5, headerLabel: 16, headerLabels: 30, columns: 2, columnTitle: 30, columnLinks: 12 },
  ...{ zones: 20, deliveryMethods: 6 },
  ...{ heroes: 5, banners: 6, benefits: 3, number: 3, priceBands: 5 },
} as const

const Text = Type.String()
const PictureId = Type.Union([Type.String({ description: 'The id of an uploaded picture' }), Type.Null()])
const Moment = Type.Union([Type.String({ format: 'date-time', description: 'ISO 8601, UTC' }), Type.Null()])
/** When something is shown: from the first moment until right before the second. Null: without that end. */
const period = { from: Moment, until: Moment }
export interface Period {
  from: string | null
  until: string | null
}

/** A picture that is shown: its files are `/images/{id}/{width}.webp` and `.avif`. */
export const ShownPicture = Type.Object({ id: Text, width: Type.Integer(), height: Type.Integer() })
export type ShownPicture = Static<typeof ShownPicture>

export const Identity = Type.Object({
  name: Text,
  /** Follows the name in the title of the home page. */
  tagline: Text,
  /** Stands in the place of the written name, and in the browser's tab. */
  mark: PictureId,
  /** `#rrggbb`, readable on the shop's light ground (WCAG AA). */
  accent: Text,
})

export const Contact = Type.Object({
  address: Type.Array(Text),
  phone: Text,
  email: Text,
  social: Type.Array(Type.Object({ label: Text, link: Text })),
  /** Such as the company's number and its VAT id; lines. */
  legal: Text,
})

export const Emails = Type.Object({
  /** Empty: the shop's name. */
  senderName: Text,
  /** Empty: the setting MAIL_FROM. */
  senderAddress: Text,
  /** A paragraph of the e-mail about an order that is paid, shipped or refunded; empty: none. */
  placed: Text,
  shipped: Text,
  refunded: Text,
})

/** A bar above every page; without a text there is none. */
export const Announcement = Type.Object({ text: Text, link: Text, ...period })

export const HeroSetting = Type.Object({
  ...{ eyebrow: Text, title: Text, text: Text, label: Text, link: Text },
  picture: PictureId,
  /** What the picture shows, for who cannot see it; empty: it only decorates. */
  alt: Text,
  ...period,
})
export const BannerSetting = Type.Object({ eyebrow: Text, title: Text, link: Text, picture: PictureId, ...period })
export const Deals = Type.Object({
  isShown: Type.Boolean(),
  ...{ eyebrow: Text, title: Text, text: Text, label: Text, link: Text },
  ...{ days: Text, hours: Text, mins: Text, secs: Text },
})
export const Benefit = Type.Object({ title: Text, text: Text })

export const Home = Type.Object({
  /** What search engines show below the title. */
  description: Text,
  /** The first whose time it is. At least one has no dates. */
  heroes: Type.Array(HeroSetting),
  banners: Type.Array(BannerSetting),
  deals: Deals,
  benefits: Type.Array(Benefit),
})

const MenuLink = Type.Object({ label: Text, link: Text })
/** The links at the top and at the end of every page. */
export const Menus = Type.Object({
  header: Type.Array(MenuLink),
  /** Columns of links. */
  footer: Type.Array(Type.Object({ title: Text, links: Type.Array(MenuLink), hasCategories: Type.Boolean() })),
  /** Leaves out the pictures of the studio, which show goods of the demo. */
  hidesPictures: Type.Optional(Type.Boolean()),
})
export type Menus = Static<typeof Menus>

/** The currency of all prices, and the ends of the price bands by which visitors filter, in whole major units. */
export const Currency = Type.Object({
  code: Type.String({ description: 'ISO 4217; it stays from the first order on' }),
  priceBands: Type.Array(Type.Integer({ description: 'Where a price band ends and the next one begins' })),
})

/** How the shop takes things back. */
export const ReturnPolicy = Type.Object({
  days: Type.Integer({
    description: 'Within how many days of the arrival a buyer may ask; 0: returns are not offered',
  }),
  payer: Type.Union([Type.Literal('shop'), Type.Literal('buyer')], { description: 'Who pays the way back' }),
  exempt: Type.Array(Type.String(), { description: 'Ids of categories whose goods do not come back' }),
  address: Type.Array(Type.String(), { description: "Where parcels go; empty: the shop's address" }),
  labelLink: Type.String({ description: 'A page on which buyers get a label; empty without' }),
})
export type ReturnPolicy = Static<typeof ReturnPolicy>

/** What staff may do beyond their work. */
export const Staff = Type.Object({
  refundLimitCents: Type.Integer({
    description: 'Up to this amount of an order, in the smallest unit, staff may refund; 0: nothing',
  }),
})

export const settingSchemas = {
  identity: Identity,
  contact: Contact,
  emails: Emails,
  announcement: Announcement,
  home: Home,
  menus: Menus,
  delivery: Delivery,
  tax: Tax,
  returns: ReturnPolicy,
  catalogue: Catalogue,
  collections: Collections,
  lists: Lists,
  currency: Currency,
  staff: Staff,
}
export type Settings = { [Name in Section]: Static<(typeof settingSchemas)[Name]> }

const managed = <Value extends TSchema>(value: Value) =>
  Type.Object({
    value,
    version: Type.Integer({ description: 'Send it back with a change' }),
    isOwn: Type.Boolean({ description: 'False while the section is as the shop came' }),
  })

/** All sections with their versions, for the dashboard. */
export const ManagedSettings = Type.Object({
  identity: managed(Identity),
  contact: managed(Contact),
  emails: managed(Emails),
  announcement: managed(Announcement),
  home: managed(Home),
  menus: managed(Menus),
  delivery: managed(Delivery),
  tax: managed(Tax),
  returns: managed(ReturnPolicy),
  catalogue: managed(Catalogue),
  collections: managed(Collections),
  lists: managed(Lists),
  currency: managed(Currency),
  staff: managed(Staff),
  /** Why the currency can no longer be changed; empty while it can. */
  currencyIsFixed: Type.String(),
  /** The pictures that the sections name, by id. */
  pictures: Type.Record(Type.String(), ShownPicture),
})
export type ManagedSettings = Static<typeof ManagedSettings>
