import type { Section } from '#domain/settings/section.ts'
import { sections } from '#domain/settings/section.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { changedWords, lockPictures, lockSection, writeSection } from './save-section.ts'

/**
 * Undoes a change to a section of the settings: it is as before the change, unless it was changed again.
 * @returns what changes by it, for the audit
 * @throws ShopError 409 when it was changed since
 */
export async function undoSection(tx: Tx, auditId: string, at: Date) {
  const change = await tx
    .selectFrom('shop_setting_change')
    .select(['section', 'before', 'version'])
    .where('audit_id', '=', auditId)
    .executeTakeFirst()
  const name = sections.find(each => each === change?.section) as Section
  if (!change || !name) throw conflict('What this was before is not known any more.')
  const current = await lockSection(tx, name)
  if (current.version !== change.version) throw conflict('These settings were changed since.')
  await lockPictures(tx, change.before)
  await writeSection(tx, { name, value: change.before, version: current.version + 1, at })
  return changedWords(current.value, change.before)
}
