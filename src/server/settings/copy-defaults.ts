import { defaultSettings } from '#domain/settings/defaults.ts'
import { sections } from '#domain/settings/section.ts'
import type { Db } from '../db/connection.ts'

/**
 * Copies what the code says about the shop into the settings, where the owner changes it: at the first start, so that a later
 * release does not change the owner's words.
 */
export async function copyDefaultSettings(db: Db): Promise<void> {
  const stored = await db.selectFrom('shop_setting').select('section').execute()
  const missing = sections.filter(name => !stored.some(({ section }) => section === name))
  if (missing.length === 0) return
  await db
    .insertInto('shop_setting')
    .values(missing.map(section => ({ section, value: JSON.stringify(defaultSettings[section]), changed_at: null })))
    .onConflict(conflict => conflict.column('section').doNothing())
    .execute()
}
