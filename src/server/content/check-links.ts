import { sql } from 'kysely'
import type { ContentKind } from '#domain/content/content.ts'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import { contentOfLink } from '#domain/content/own-link.ts'
import type { PlacedLink } from '#domain/settings/section-links.ts'
import type { Tx } from '../db/connection.ts'
import { wrongField } from '../lib/errors.ts'
import { checkPlaces } from './check-places.ts'

interface Saved {
  links: PlacedLink[]
  /** The links that were there before: a page may have been deleted since, which is no reason to refuse another change. */
  earlier: PlacedLink[]
  /** The page or post that is being saved, which may lead to itself. */
  self?: { kind: ContentKind; address: string }
  at: Date
}

/**
 * Checks the links within the shop; a former address leads to the present one.
 * @returns a sentence about each that visitors cannot follow: a draft, one that is not published yet, one that was lost since, or a
 * category, a collection, a product or another page that the shop does not have
 * @throws ShopError 400 with the field for a new link to what was never there, or was deleted
 */
export async function checkLinks(tx: Tx, { links, earlier, self, at }: Saved): Promise<FieldWarning[]> {
  const ofContent = await checkContent(tx, { links, earlier, self, at })
  return [...ofContent, ...(await checkPlaces(tx, links))]
}

async function checkContent(tx: Tx, { links, earlier, self, at }: Saved): Promise<FieldWarning[]> {
  const named = links.flatMap(({ field, link }) => {
    const content = contentOfLink(link)
    const isSelf = content?.kind === self?.kind && content?.address === self?.address
    return content && !isSelf ? [{ field, link, ...content }] : []
  })
  if (named.length === 0) return []
  const found = await findTargets(tx, named)
  return named.flatMap(({ field, link, kind, address }) => {
    const target = found.get(pathOf(kind, address))
    if (target && !target.deletedAt && target.publishedFrom && target.publishedFrom <= at) return []
    const isLost = !target || target.deletedAt
    const message = sentenceAbout(link, kind, target)
    if (isLost && !earlier.some(each => each.link === link)) throw wrongField(field, message)
    return [{ field, value: link, message }]
  })
}

interface Target {
  title: string
  publishedFrom: Date | null
  deletedAt: Date | null
}

function sentenceAbout(link: string, kind: ContentKind, target: Target | undefined): string {
  if (!target) return `The link ${link} leads nowhere: the shop has no ${kind} with this address.`
  if (target.deletedAt) return `The link ${link} leads nowhere: the ${kind} “${target.title}” was deleted.`
  const isDraft = target.publishedFrom === null
  return `The link ${link} leads to the ${kind} “${target.title}”, which visitors do not see ${isDraft ? 'while it is a draft' : 'yet'}.`
}

const pathOf = (kind: string, address: string) => `${kind} ${address}`

/** What is there, before what was deleted; at its own address, before at a former one. */
async function findTargets(tx: Tx, named: { kind: ContentKind; address: string }[]): Promise<Map<string, Target>> {
  const asked = JSON.stringify(named.map(({ kind, address }) => ({ kind, address })))
  const { rows } = await sql<Target & { kind: ContentKind; address: string }>`
    select distinct on (asked.kind, asked.address) asked.kind, asked.address,
      title, published_from as "publishedFrom", deleted_at as "deletedAt"
    from jsonb_to_recordset(${asked}::jsonb) as asked (kind text, address text)
    join content on content.kind = asked.kind and (content.address = asked.address or content.id in (
      select content_id from content_address former
      where former.kind = asked.kind and former.address = asked.address
    ))
    order by asked.kind, asked.address, deleted_at is not null, content.address <> asked.address`.execute(tx)
  return new Map(rows.map(row => [pathOf(row.kind, row.address), row]))
}
