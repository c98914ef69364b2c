import { accentShades, houseAccent } from '#domain/settings/accent.ts'
import { type HomeContent, isTimeOf, type ShopFrame } from '#domain/settings/shown.ts'
import type { Db } from '../db/connection.ts'
import { findPictures, readSettings } from './queries.ts'

/** What every page shows of the settings at this moment. */
export async function readFrame(db: Db, now: Date): Promise<ShopFrame> {
  const { identity, contact, announcement } = await readSettings(db, 'identity', 'contact', 'announcement')
  const { mark, accent, ...name } = identity
  const pictures = await findPictures(db, [mark])
  const { text, link } = announcement
  return {
    ...name,
    mark: pictures.get(mark ?? '') ?? null,
    accent: accent === houseAccent ? null : accentShades(accent),
    ...contact,
    announcement: text && isTimeOf(announcement, now) ? { text, link } : null,
  }
}

/** What the home page shows of the settings at this moment. */
export async function readHome(db: Db, now: Date): Promise<HomeContent> {
  const { home } = await readSettings(db, 'home')
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
  const { description, deals, benefits } = home
  return { description, hero: shown(hero), banners: banners.map(shown), deals: deals.isShown ? deals : null, benefits }
}
