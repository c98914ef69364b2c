import { sql } from 'kysely'
import type { ContentKind } from '#domain/content/content.ts'
import { linksOf } from '#domain/content/document.ts'
import { contentOfLink, placeOfLink } from '#domain/content/own-link.ts'
import { linksOfSection } from '#domain/settings/section-links.ts'
import type { Tx } from '../db/connection.ts'
import { readSettings } from '../settings/queries.ts'

const sectionWords = { menus: 'the menus', home: 'the home page', announcement: 'the announcement' } as const
const sections = ['menus', 'home', 'announcement'] as const

/** Names what leads to a page or a post, also by a former address: parts of the settings, and the titles of other pages and posts. */
export async function findLinksTo(
  tx: Tx,
  { id, kind, address }: { id: string; kind: ContentKind; address: string },
): Promise<string[]> {
  const former = await tx.selectFrom('content_address').select('address').where('content_id', '=', id).execute()
  const addresses = new Set([address, ...former.map(row => row.address)])
  const leadsTo = (link: string) => {
    const target = contentOfLink(link)
    return target?.kind === kind && addresses.has(target.address)
  }
  return await findLeading(tx, kind === 'page' ? '/pages/' : '/blogs/', leadsTo, id)
}

/** Names what leads to one of these categories or collections. */
export const findLinksToPlaces = async (
  tx: Tx,
  { kind, addresses }: { kind: 'category' | 'collection'; addresses: ReadonlySet<string> },
): Promise<string[]> =>
  await findLeading(tx, kind === 'category' ? '/categories/' : '/collections/', link => {
    const place = placeOfLink(link)
    return place?.kind === kind && addresses.has(place.address)
  })

/**
 * @param root with which the path of such links begins
 * @param self the page or post that may lead to itself
 */
async function findLeading(
  tx: Tx,
  root: string,
  leadsTo: (link: string) => boolean,
  self: string | null = null,
): Promise<string[]> {
  const settings = await readSettings(tx, ...sections)
  const leading = sections.filter(name => linksOfSection(settings[name]).some(({ link }) => leadsTo(link)))
  const others = await tx
    .selectFrom('content')
    .select(['title', 'document'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${self}`)
    .where(sql<boolean>`position(${root} in lower(document::text)) > 0`)
    .orderBy('title')
    .execute()
  const titles = others.filter(({ document }) => linksOf(document).some(leadsTo)).map(row => row.title)
  return [...leading.map(name => sectionWords[name]), ...titles.map(title => `“${title}”`)]
}
