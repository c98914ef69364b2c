import { accentShades, defaultAccent, readColor } from '#domain/settings/accent.ts'
import type { Settings, ShownPicture } from '#domain/settings/section.ts'
import { type HomeContent, isTimeOf, type ShopFrame } from '#domain/settings/shown.ts'

type ShownSettings = Pick<Settings, 'identity' | 'contact' | 'announcement' | 'home'>

interface ShownContext {
  /** What every page shows at present, for what the drafts say nothing about. */
  frame: ShopFrame
  /** The pictures that the drafts name, by id. */
  pictures: Record<string, ShownPicture>
  now: Date
}

/** What the shop would show if these settings were saved, at this moment. Values need not be valid yet. */
export function draftShown(
  { identity, contact, announcement, home }: ShownSettings,
  { frame, pictures, now }: ShownContext,
): { frame: ShopFrame; home: HomeContent } {
  const pictureOf = (id: string | null) => pictures[id ?? ''] ?? null
  const withPicture = <Item extends { picture: string | null }>(item: Item) => ({
    ...item,
    picture: pictureOf(item.picture),
  })
  const accent = readColor(identity.accent) ?? defaultAccent
  const { text, link } = announcement
  const hero = home.heroes.find(each => isTimeOf(each, now)) ?? home.heroes[0] ?? noHero
  return {
    frame: {
      ...frame,
      name: identity.name,
      tagline: identity.tagline,
      mark: pictureOf(identity.mark),
      accent: accent === defaultAccent ? null : accentShades(accent),
      ...contact,
      address: contact.address.filter(line => line.trim() !== ''),
      announcement: text.trim() && isTimeOf(announcement, now) ? { text, link } : null,
    },
    home: {
      description: home.description,
      hero: withPicture(hero),
      banners: home.banners.filter(each => isTimeOf(each, now)).map(withPicture),
      deals: home.deals.isShown ? home.deals : null,
      benefits: home.benefits,
    },
  }
}

const noHero: Settings['home']['heroes'][number] = {
  ...{ eyebrow: '', title: '', text: '', label: '', link: '', alt: '', picture: null, from: null, until: null },
}
