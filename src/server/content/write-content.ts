import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Fields } from '#domain/audit.ts'
import type { ContentFields, DeletedContent } from '#domain/content/content.ts'
import { type Document, linksOf, minutesToRead, textOf, uploadsOf } from '#domain/content/document.ts'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import { readContent } from '#domain/content/read-content.ts'
import { FieldError } from '#domain/settings/fields.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { badRequest, conflict, notFound, wrongField } from '../lib/errors.ts'
import { lockPictures } from '../settings/section-queries.ts'
import { checkLinks } from './check-links.ts'
import { findLinksTo } from './links-to.ts'
import { fieldsOfRow, type StoredContent } from './to-shown.ts'

type Admin = Pick<SignedIn, 'id'>

/**
 * Saves a page or a post: a new one with version 0, another with the version that the admin changed. What is sent twice is saved
 * once. The address that it had leads to the new one.
 * @param id a UUID of the caller
 * @returns what is stored, and a sentence about each link that visitors cannot follow: of its own, or one that leads to it when they no
 * longer see it
 * @throws ShopError 400 with a sentence about the first field that is not valid, or about a new link to a page or post that is not
 * there; 404 when it was deleted; 409 when somebody has changed it since, another has the address, or a picture is not there any
 * more
 */
export async function saveContent(
  book: AuditBook,
  admin: Admin,
  { id, version, sent }: { id: string; version: number; sent: unknown },
): Promise<{ stored: StoredContent; warnings: FieldWarning[] }> {
  if (!validate(id)) throw badRequest('The id must be a UUID.')
  const fields = read(sent)
  return await book.db.transaction().execute(async tx => {
    await lockAddresses(tx)
    const before = await lockContent(tx, id)
    if (before?.deleted_at) throw notFound(before.kind === 'page' ? 'Page' : 'Post')
    const at = book.clock.now()
    const warnings = await checkDocument(tx, { before, fields, at })
    if (before && isDeepStrictEqual(fieldsOfRow(before), fields)) return { stored: before, warnings } // also when it is sent twice
    if ((before?.version ?? 0) !== version)
      throw conflict(
        before
          ? 'Somebody has changed this since you opened it. Copy what you wrote, and load the page again.'
          : 'There is no such page or post.',
      )
    if (before && before.kind !== fields.kind) throw badRequest('A page cannot become a post, nor a post a page.')
    await refuseTaken(tx, id, fields)
    await lockPictures(tx, { picture: fields.picture, document: fields.document })
    if (before) await moveAddress(tx, before, fields.address)
    else await freeAddress(tx, fields)
    const stored = await storeContent(tx, {
      ...columnsOf(fields),
      id,
      preview_key: before?.preview_key ?? book.ids.secret(),
      version: version + 1,
      created_at: before?.created_at ?? at,
      updated_at: at,
      deleted_at: null,
    })
    await recordChange(tx, book, admin, { action: 'write content', before, stored })
    return { stored, warnings: [...warnings, ...(await warnOfLost(tx, { before, stored, at }))] }
  })
}

/** A sentence about what leads to a page or a post that visitors saw until this change. */
async function warnOfLost(
  tx: Tx,
  { before, stored, at }: { before: StoredContent | undefined; stored: StoredContent; at: Date },
): Promise<FieldWarning[]> {
  const isSeen = ({ published_from: from }: StoredContent) => from !== null && from <= at
  if (!before || !isSeen(before) || isSeen(stored)) return []
  const sources = await findLinksTo(tx, stored)
  const message = `Links in ${new Intl.ListFormat('en').format(sources)} lead nowhere while visitors do not see it.`
  const value = fieldsOfRow(stored).publishedFrom ?? ''
  return sources.length === 0 ? [] : [{ field: 'publishedFrom', value, message }]
}

/** All links of a text are at one field. */
async function checkDocument(
  tx: Tx,
  { before, fields, at }: { before: StoredContent | undefined; fields: ContentFields; at: Date },
): Promise<FieldWarning[]> {
  const placed = (document: Document) => linksOf(document).map(link => ({ field: 'document', link }))
  const earlier = before ? placed(before.document) : []
  return await checkLinks(tx, { links: placed(fields.document), earlier, self: fields, at })
}

/**
 * Deletes a page or a post. Its addresses lead nowhere until it is brought back.
 * @returns the id of the audit entry that can undo it, and a sentence about what still leads to it
 * @throws ShopError 404 when there is none
 */
export async function deleteContent(book: AuditBook, admin: Admin, id: string): Promise<DeletedContent> {
  if (!validate(id)) throw notFound('Page')
  return await book.db.transaction().execute(async tx => {
    const before = await lockContent(tx, id)
    if (!before || before.deleted_at) throw notFound('Page')
    const at = book.clock.now()
    const stored = await storeContent(tx, { ...before, version: before.version + 1, updated_at: at, deleted_at: at })
    const auditId = await recordChange(tx, book, admin, { action: 'delete', before, stored })
    const sources = await findLinksTo(tx, before)
    if (sources.length === 0) return { auditId }
    return { auditId, warning: `Links in ${new Intl.ListFormat('en').format(sources)} lead nowhere now.` }
  })
}

function read(sent: unknown): ContentFields {
  try {
    return readContent(sent)
  } catch (error) {
    if (error instanceof FieldError) throw wrongField(error.field, error.message)
    throw error
  }
}

/** Of two changes of addresses the second waits, so that no address is given twice. */
export const lockAddresses = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('addresses of content'))`.execute(tx)
}

export const lockContent = async (tx: Tx, id: string) =>
  await tx.selectFrom('content').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** @throws ShopError 409 when another page or post has the address */
export async function refuseTaken(
  tx: Tx,
  id: string,
  { kind, address }: Pick<ContentFields, 'kind' | 'address'>,
): Promise<void> {
  const other = await tx
    .selectFrom('content')
    .select('title')
    .where('kind', '=', kind)
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw conflict(`“${other.title}” has the address ${address} already: each needs its own.`)
}

/** The address that it leaves leads to the one that it gets, which leads nowhere else. */
export async function moveAddress(tx: Tx, before: StoredContent, address: string): Promise<void> {
  const { id, kind } = before
  if (address === before.address) return
  await freeAddress(tx, { kind, address })
  await tx
    .insertInto('content_address')
    .values({ kind, address: before.address, content_id: id })
    .onConflict(other => other.columns(['kind', 'address']).doUpdateSet({ content_id: id }))
    .execute()
}

async function freeAddress(tx: Tx, { kind, address }: Pick<ContentFields, 'kind' | 'address'>): Promise<void> {
  await tx.deleteFrom('content_address').where('kind', '=', kind).where('address', '=', address).execute()
}

const columnsOf = (fields: ContentFields) => ({
  kind: fields.kind,
  title: fields.title,
  address: fields.address,
  summary: fields.summary,
  shows_summary: fields.showsSummary,
  author: fields.author,
  picture: fields.picture,
  alt: fields.alt,
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
  document: fields.document,
  pictures: uploadsOf(fields),
  minutes: minutesToRead(fields.document),
  published_from: fields.publishedFrom ? new Date(fields.publishedFrom) : null,
})

export async function storeContent(tx: Tx, row: StoredContent): Promise<StoredContent> {
  const values = { ...row, document: JSON.stringify(row.document) }
  const { id: _id, ...changed } = values
  return await tx
    .insertInto('content')
    .values(values)
    .onConflict(other => other.column('id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function recordChange(
  tx: Tx,
  book: AuditBook,
  admin: Admin,
  { action, before, stored }: { action: string; before: StoredContent | undefined; stored: StoredContent },
): Promise<string> {
  const words = action === 'delete' ? {} : wordsOfChange(before, stored)
  const entry = { actor: admin.id, action, record: 'content', recordId: stored.id, ...words } as const
  const auditId = await recordAuditEntry(tx, entry, book)
  await tx
    .insertInto('content_change')
    .values({
      audit_id: auditId,
      content_id: stored.id,
      before: before ? JSON.stringify(before) : null,
      version: stored.version,
    })
    .execute()
  return auditId
}

const maxAudited = 2_000

/** The fields that differ, before and after; of a text what can be read of it, at most 2,000 characters. */
export function wordsOfChange(before: StoredContent | undefined, after: StoredContent) {
  const wordsOf = (row: StoredContent): Fields => {
    const { document, showsSummary, ...fields } = fieldsOfRow(row)
    return { ...fields, ...(row.kind === 'page' && { showsSummary }), text: textOf(document).slice(0, maxAudited) }
  }
  const [old, now]: [Fields, Fields] = [before ? wordsOf(before) : {}, wordsOf(after)]
  const names = Object.keys(now).filter(name => (old[name] ?? null) !== now[name] && (before || now[name] !== ''))
  const only = (fields: Fields) => Object.fromEntries(names.map(name => [name, fields[name] ?? null]))
  return before ? { before: only(old), after: only(now) } : { after: only(now) }
}
