import { isDeepStrictEqual } from 'node:util'
import { deliverySentence, isCountryAsked, isDeliveryFree } from '#domain/costs/delivery.ts'
import { imagePath } from '#domain/products/product.ts'
import { returnSentence } from '#domain/returns/policy.ts'
import { accentShades, defaultAccent } from '#domain/settings/accent.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { Settings, ShownPicture } from '#domain/settings/section.ts'
import { type HomeContent, isTimeOf, type ShopFrame, type ShownCollection } from '#domain/settings/shown.ts'
import type { Db } from '../db/connection.ts'
import { hasCodes } from '../discounts/queries.ts'
import { findPictures, readSettings } from './queries.ts'

/** What every page shows of the settings at this moment. */
export async function readFrame(db: Db, now: Date): Promise<ShopFrame> {
  return await withPictures(db, await readSettings(db, ...sectionsOfFrame), now)
}

/** The same of settings that were read. */
export async function withPictures(db: Db, settings: SettingsOfFrame, now: Date): Promise<ShopFrame> {
  const ofCategories = settings.catalogue.categories.map(({ picture }) => picture)
  const pictures = await findPictures(db, [settings.identity.mark, heroOf(settings), ...ofCategories])
  return { ...frameOf(settings, pictures, now), hasCodes: await hasCodes(db) }
}

export const sectionsOfFrame = [
  'identity',
  'contact',
  'emails',
  'announcement',
  'home',
  'catalogue',
  'collections',
  'menus',
  'delivery',
  'tax',
  'returns',
  'currency',
] as const
type SettingsOfFrame = Pick<Settings, (typeof sectionsOfFrame)[number]>

const heroOf = ({ home }: SettingsOfFrame) => home.heroes.find(({ from, until }) => !from && !until)?.picture ?? null

/** The same with the pictures that were found. @param pictures the mark and the hero, as far as they are there */
export function frameOf(settings: SettingsOfFrame, pictures: ReadonlyMap<string, ShownPicture>, now: Date): ShopFrame {
  const { identity, contact, emails, announcement, catalogue, collections, menus, delivery, tax, currency } = settings
  const { mark, accent, ...name } = identity
  const hasDefaultName = identity.name === defaultSettings.identity.name && !mark
  const { text, link } = announcement
  return {
    ...name,
    mark: pictures.get(mark ?? '') ?? null,
    hasDefaultName,
    shared: sharedPicture(pictures.get(heroOf(settings) ?? ''), hasDefaultName),
    accent: accent === defaultAccent ? null : accentShades(accent),
    ...contact,
    placed: emails.placed,
    announcement: text && isTimeOf(announcement, now) ? { text, link } : null,
    categories: catalogue.categories.map(({ id, picture, ...category }) => ({
      ...category,
      picture: pictures.get(picture ?? '') ?? null,
    })),
    colors: catalogue.colors.map(({ name, swatch }) => ({ name, swatch })),
    collections: collections.items.filter(({ isInMenu }) => isInMenu).map(({ name, address }) => ({ name, address })),
    menus,
    delivery: {
      sentence: deliverySentence({ delivery }),
      isFree: isDeliveryFree({ delivery }),
      isAsked: isCountryAsked({ delivery, tax }),
    },
    returns: returnSentence(settings.returns, catalogue.categories),
    hasCodes: false,
    currency: currency.code,
    priceBands: currency.priceBands,
  }
}

/** The picture of links: the owner's hero, or one of the house, which bears the name of the house only as long as that is the shop's. */
function sharedPicture(hero: ShownPicture | undefined, hasDefaultName: boolean): ShopFrame['shared'] {
  if (!hero)
    return hasDefaultName
      ? { url: '/social.png', width: 1200, height: 630 }
      : { url: '/art/hero-1280.webp', width: 1280, height: 720 }
  const width = Math.min(hero.width, 1280)
  return { url: imagePath(hero.id, 1280, 'webp'), width, height: Math.round((hero.height * width) / hero.width) }
}

/** What the home page shows of the settings at this moment. */
export async function readHome(db: Db, now: Date): Promise<HomeContent> {
  const { home, delivery } = await readSettings(db, 'home', 'delivery')
  const hero = home.heroes.find(each => isTimeOf(each, now))
  if (!hero) throw new Error('No hero is without dates, which readSection refuses.')
  const banners = home.banners.filter(each => isTimeOf(each, now))
  const pictures = await findPictures(
    db,
    [hero, ...banners].map(({ picture }) => picture),
  )
  const shown = <Named extends { picture: string | null }>({ picture, ...rest }: Named) => ({
    ...rest,
    picture: pictures.get(picture ?? '') ?? null,
  })
  return {
    ...withDelivery(home, delivery),
    hero: shown(hero),
    banners: banners.map(shown),
    deals: home.deals.isShown ? home.deals : null,
  }
}

/** The words of a new shop promise free delivery; once it costs something they say that. The owner's own words stay. */
function withDelivery({ description, benefits }: Settings['home'], delivery: Settings['delivery']) {
  if (isDeliveryFree({ delivery })) return { description, benefits }
  const { home } = defaultSettings
  return {
    description: description === home.description ? description.replace('Free delivery, and a', 'With a') : description,
    benefits: benefits.map(benefit =>
      isDeepStrictEqual(benefit, home.benefits[0])
        ? { title: 'Delivery', text: deliverySentence({ delivery }) }
        : benefit,
    ),
  }
}

/** A collection as its page shows it; undefined for an unknown address. */
export async function readCollection(db: Db, address: string): Promise<ShownCollection | undefined> {
  const { items } = (await readSettings(db, 'collections')).collections
  const found = items.find(each => each.address === address)
  if (!found) return undefined
  const { name, words, order, picture } = found
  return { name, address, words, order, picture: (await findPictures(db, [picture])).get(picture ?? '') ?? null }
}
