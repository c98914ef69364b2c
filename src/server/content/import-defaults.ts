import { isDeepStrictEqual } from 'node:util'
import { minutesToRead } from '#domain/content/document.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { defaultContent, defaultMarkdown } from './defaults/default-content.ts'
import { documentFromMarkdown } from './from-markdown.ts'
import { lockAddresses } from './write-content.ts'

/**
 * Writes the pages and posts with which a shop begins, once: when there has never been one. A text that the owner has changed in the
 * settings of an earlier release is taken from there. Later a text that nobody has changed follows that of the release.
 */
export async function importDefaultContent(db: Db, { clock, ids }: { clock: Clock; ids: Ids }): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockAddresses(tx) // of several processes that start at once one writes them
    if (await tx.selectFrom('content').select('id').limit(1).executeTakeFirst()) return await refreshDefaults(tx)
    const stored = await tx
      .selectFrom('shop_setting')
      .select('value')
      .where('section', '=', 'policies')
      .where('changed_at', 'is not', null)
      .executeTakeFirst()
    const own = (stored?.value ?? {}) as Record<string, string>
    const now = clock.now()
    const rows = defaultContent.map(({ date, showsSummary, ...text }, place) => {
      const ofDefault = defaultMarkdown(text.address)
      const markdown = own[text.address]?.replaceAll(/^#{4,6} /gm, '### ') ?? ofDefault // there are no questions in it
      const document = documentFromMarkdown(markdown)
      const published = new Date(Math.min(+new Date(date), +now)) // also where the clock is behind
      return {
        ...text,
        id: ids.uuid(),
        shows_summary: showsSummary,
        ...{ seo_title: '', seo_description: '' },
        document: JSON.stringify(document),
        pictures: [],
        minutes: minutesToRead(document),
        published_from: published,
        preview_key: ids.secret(),
        version: markdown.trim() === ofDefault.trim() ? 1 : 2, // 1: nobody has changed it
        created_at: new Date(+now + place), // the list of pages is in this order
        updated_at: now,
        deleted_at: null,
      }
    })
    await tx.insertInto('content').values(rows).execute()
  })
}

/** Version 1 is a text that nobody has changed. */
async function refreshDefaults(tx: Tx): Promise<void> {
  const unchanged = await tx
    .selectFrom('content')
    .select(['id', 'kind', 'address', 'document'])
    .where('version', '=', 1)
    .execute()
  for (const { id, kind, address, document: stored } of unchanged) {
    if (!defaultContent.some(each => each.kind === kind && each.address === address)) continue
    const document = documentFromMarkdown(defaultMarkdown(address))
    if (isDeepStrictEqual(document, stored)) continue
    await tx
      .updateTable('content')
      .set({ document: JSON.stringify(document), minutes: minutesToRead(document) })
      .where('id', '=', id)
      .execute()
  }
}
