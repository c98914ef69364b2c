import { isDeepStrictEqual } from 'node:util'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { readSection } from '#domain/settings/read-section.ts'
import type { Section, Settings } from '#domain/settings/section.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { changedWords } from './changed-words.ts'
import { refuseBrokenRules } from './collection-rules.ts'

type Book = Omit<AuditBook, 'db'>

/**
 * Changes a section as a part of another change, such as an import. Nothing is written when it stays as it is.
 * @param actor the id of the admin; undefined for the command line
 * @param change returns what the section becomes
 * @throws ShopError 409 with a sentence about what cannot be stored
 */
export async function updateSection<Name extends Section>(
  tx: Tx,
  book: Book,
  actor: string | undefined,
  name: Name,
  change: (value: Settings[Name]) => Settings[Name],
): Promise<void> {
  const current = await lockSection(tx, name)
  const changed = change(current.value)
  if (isDeepStrictEqual(changed, current.value)) return
  const read = readSection(name, changed)
  if (read.error !== undefined) throw conflict(read.error)
  await storeSection(tx, book, actor, { name, value: read.value, current })
}

interface Change<Name extends Section> {
  name: Name
  value: Settings[Name]
  /** The section as it was locked. */
  current: Awaited<ReturnType<typeof lockSection<Name>>>
}

/**
 * Stores a section that was read and locked, as its next version, with its audit entry.
 * @returns the id of the entry; a change can be undone by it
 * @throws ShopError 409 when a picture, or what a rule names, is not there
 */
export async function storeSection<Name extends Section>(
  tx: Tx,
  book: Book,
  actor: string | undefined,
  { name, value, current }: Change<Name>,
): Promise<string> {
  const version = current.version + 1
  await lockPictures(tx, value)
  await refuseBrokenRules(tx, { [name]: value })
  await writeSection(tx, { name, value, version, at: book.clock.now() })
  const auditId = await recordAuditEntry(
    tx,
    {
      actor,
      action: 'change settings',
      record: 'setting',
      recordId: current.id,
      ...(await changedWords(tx, current.value, value)),
    },
    book,
  )
  await tx
    .insertInto('shop_setting_change')
    .values({ audit_id: auditId, section: name, before: JSON.stringify(current.value), version })
    .execute()
  return auditId
}

/** Locks a section, which the first change stores. */
export async function lockSection<Name extends Section>(tx: Tx, name: Name) {
  await tx
    .insertInto('shop_setting')
    .values({ section: name, value: JSON.stringify(defaultSettings[name]), version: 0, changed_at: null })
    .onConflict(conflict => conflict.column('section').doNothing())
    .execute()
  const row = await tx
    .selectFrom('shop_setting')
    .select(['id', 'value', 'version'])
    .where('section', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, value: row.value as Settings[Name] }
}

export async function writeSection(
  tx: Tx,
  { name, value, version, at }: { name: Section; value: object; version: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('shop_setting')
    .set({ value: JSON.stringify(value), version, changed_at: at })
    .where('section', '=', name)
    .execute()
}

const pictureId = /(?<=:")[0-9a-f]{32}(?=")/g

/** @throws ShopError 409 when a picture that the value names was deleted, as those are that nothing names for a day */
export async function lockPictures(tx: Tx, value: object): Promise<void> {
  const ids = [...new Set(JSON.stringify(value).match(pictureId) ?? [])]
  if (ids.length === 0) return
  const found = await tx.selectFrom('image').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  if (found.length < ids.length) throw conflict('A picture is not there any more. Please upload it again.')
}
