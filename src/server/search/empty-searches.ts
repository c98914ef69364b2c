import { sql } from 'kysely'
import type { EmptySearch } from '#domain/products/search.ts'
import type { Db } from '../db/connection.ts'
import type { Page } from '../http/paging.ts'

/** The maximum number of stored searches; the rarest and oldest are deleted. */
export const maxStored = 1_000

const retentionDays = 90
const maxWords = 5
const longNumber = /(?:\p{Nd}[^\p{L}\p{Nd}]*){5}/u

/**
 * Returns a search as the plain words that the shop may store. Returns undefined for a text with an @ or a long number, which may
 * identify a person, and for whole sentences.
 */
export function termOf(words: string[], typed: string): string | undefined {
  const text = typed.normalize('NFKC')
  if (words.length === 0 || words.length > maxWords || text.includes('@') || longNumber.test(text)) return undefined
  return words.join(' ').slice(0, 100).trim()
}

/** Counts a search that found nothing, and deletes the searches that nobody has repeated for 90 days. */
export async function noteEmptySearch(db: Db, term: string, now: Date): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into empty_search (term, first_at, last_at) values (${term}, ${now}, ${now})
    on conflict (term) do update set times = least(empty_search.times, 1000000000) + 1, last_at = excluded.last_at
    returning times = 1 as "isNew"`.execute(db)
  const expired = new Date(+now - retentionDays * 24 * 60 * 60_000)
  await sql`
    delete from empty_search where term in (
      select term from empty_search where last_at < ${expired} for update skip locked
    )`.execute(db)
  if (!rows[0]?.isNew) return
  await sql`
    delete from empty_search where term in (
      select term from empty_search order by times desc, last_at desc, term offset ${maxStored} for update skip locked
    )`.execute(db)
}

/** Returns one page of the searches that found nothing, the most frequent first. */
export async function listEmptySearches(db: Db, { page, limit, q = '' }: Page) {
  const found = db.selectFrom('empty_search').where(sql<boolean>`strpos(term, lower(${q})) > 0`)
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('term')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const searches: EmptySearch[] = rows.map(({ term, times, first_at, last_at }) => ({
    term,
    times,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
  return { searches, total }
}
