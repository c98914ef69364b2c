import { sql } from 'kysely'
import type { ContentKind, ContentRow, PageEntry, PostEntry, PostList } from '#domain/content/content.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import type { Page } from '../http/paging.ts'

const written = (db: Db, kind: ContentKind) =>
  db.selectFrom('content').where('kind', '=', kind).where('deleted_at', 'is', null)

const published = (db: Db, kind: ContentKind, now: Date) => written(db, kind).where('published_from', '<=', now)

/** The pages that visitors see, in the order in which they were made. */
export const findPages = async (db: Db, now: Date): Promise<PageEntry[]> =>
  await published(db, 'page', now).select(['title', 'address', 'summary']).orderBy('created_at').orderBy('id').execute()

const entries = (db: Db, now: Date) =>
  db
    .selectFrom('content')
    .leftJoin('image', 'image.id', 'picture')
    .select(['title', 'address', 'summary', 'author', 'picture', 'minutes', 'published_from', 'width', 'height'])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_from', '<=', now)

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

const toEntry = ({ published_from, width, height, ...row }: EntryRow): PostEntry => ({
  ...row,
  pictureSize: width && height ? { width, height } : null,
  date: published_from?.toISOString() ?? '',
})

/** One page of the posts that visitors see, newest first, and the number of all. */
export async function findPosts(db: Db, { page, limit }: Pick<Page, 'page' | 'limit'>, now: Date): Promise<PostList> {
  const { total } = await published(db, 'post', now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await entries(db, now)
    .orderBy('published_from', 'desc')
    .orderBy('content.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { posts: rows.map(toEntry), totalPosts: Number(total) }
}

/** The posts before and after one. */
export async function findNeighbours(db: Db, post: { id: string; publishedFrom: Date }, now: Date) {
  const nextTo = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
    entries(db, now)
      .select(sql.lit(comparison).as('side'))
      .where(
        sql<boolean>`(published_from, content.id) ${sql.raw(comparison)} (${post.publishedFrom}, ${post.id}::uuid)`,
      )
      .orderBy('published_from', direction)
      .orderBy('content.id', direction)
      .limit(1)
  const rows = await db
    .selectFrom(nextTo('<', 'desc').as('previous'))
    .selectAll()
    .unionAll(db.selectFrom(nextTo('>', 'asc').as('next')).selectAll())
    .execute()
  const on = (wanted: '<' | '>') => {
    const found = rows.find(({ side }) => side === wanted)
    if (!found) return null
    const { side: _side, ...row } = found
    return toEntry(row)
  }
  return { previous: on('<'), next: on('>') }
}

/** A page or a post that visitors see; undefined for an unknown address. A former address finds it, too. */
export const findPublished = async (db: Db, kind: ContentKind, address: string, now: Date) =>
  await published(db, kind, now)
    .selectAll()
    .where(
      sql<boolean>`(address = ${address} or id in (
        select content_id from content_address former where former.kind = ${kind} and former.address = ${address}
      ))`,
    )
    .orderBy(sql`address = ${address}`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** The addresses of all pages and posts that visitors see. */
export async function findAddresses(db: Db, now: Date): Promise<{ pages: string[]; posts: string[] }> {
  const of = async (kind: ContentKind) =>
    (await published(db, kind, now).select('address').orderBy('published_from').orderBy('id').execute()).map(
      ({ address }) => address,
    )
  return { pages: await of('page'), posts: await of('post') }
}

/** The next moment at which something begins to be visible. */
export async function nextPublication(db: Db, now: Date): Promise<Date | undefined> {
  const { next } = await db
    .selectFrom('content')
    .select(({ fn }) => fn.min('published_from').as('next'))
    .where('deleted_at', 'is', null)
    .where('published_from', '>', now)
    .executeTakeFirstOrThrow()
  return next ?? undefined
}

/** What is written, whether visitors see it or not, the last changed first, and the number of all. */
export async function listContent(db: Db, kind: ContentKind, { page, limit, q }: Page) {
  const found = q ? written(db, kind).where(contains('title', q)) : written(db, kind)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'kind', 'title', 'address', 'author', 'published_from', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const items: ContentRow[] = rows.map(({ id, published_from, updated_at, ...row }) => ({
    _id: id,
    ...row,
    publishedFrom: published_from?.toISOString() ?? null,
    updatedAt: updated_at.toISOString(),
  }))
  return { items, total: Number(total) }
}

/** A page or a post that is not deleted. */
export const findContent = async (db: Db, id: string) =>
  await db.selectFrom('content').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The addresses that lead to a page or a post. */
export const findFormer = async (db: Db, id: string): Promise<string[]> =>
  (
    await db.selectFrom('content_address').select('address').where('content_id', '=', id).orderBy('address').execute()
  ).map(({ address }) => address)
