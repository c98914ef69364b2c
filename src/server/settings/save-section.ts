import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '#domain/audit.ts'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { policyNouns, readSection } from '#domain/settings/read-section.ts'
import { policySlugs, type Section, type Settings } from '#domain/settings/section.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { countUses, moveProducts } from '../products/choice-queries.ts'
import { type CatalogueChange, changeCatalogue, type Targets } from './catalogue-moves.ts'
import { refuseBrokenRules } from './collection-rules.ts'
import { findUnusableLink } from './policy-content.ts'

/**
 * Saves a section of the settings. A category or color that is renamed takes its goods along.
 * @param version the version that the admin changed
 * @param targets where the goods of removed categories and colors go
 * @returns the section as it is stored, with its version, which is as before when nothing changes: sending it twice is safe
 * @throws ShopError 400 with a sentence about the first field that is not valid, 409 when somebody else has changed it
 * since, a picture is not there any more, or what is removed has goods that go nowhere
 */
export async function saveSection<Name extends Section>(
  book: AuditBook,
  admin: Pick<SignedIn, 'id'>,
  { name, version, sent, targets = {} }: { name: Name; version: number; sent: unknown; targets?: Targets },
): Promise<{ value: Settings[Name]; version: number }> {
  const read = readSection(name, sent)
  if (read.error !== undefined) throw badRequest(read.error)
  if (name === 'policies') refuseUnusableLinks(read.value as Settings['policies'])
  return await book.db.transaction().execute(async tx => {
    const current = await lockSection(tx, name)
    const change =
      name === 'catalogue' ? changeCatalogue(current.value as Catalogue, read.value as Catalogue, targets) : undefined
    const value = (change?.value ?? read.value) as Settings[Name]
    if (isDeepStrictEqual(value, current.value)) return { value, version: current.version } // also when it is sent twice
    if (current.version !== version)
      throw conflict(
        'Somebody has changed this since you opened it. Press “Drop mine, show theirs” to see it, and change it again.',
      )
    await lockPictures(tx, value)
    if (change) await refuseUses(tx, change)
    await refuseBrokenRules(tx, { [name]: value })
    await writeSection(tx, { name, value, version: version + 1, at: book.clock.now() })
    const auditId = await recordAuditEntry(
      tx,
      {
        actor: admin.id,
        action: 'change settings',
        record: 'setting',
        recordId: current.id,
        ...changedWords(current.value, value),
      },
      book,
    )
    await tx
      .insertInto('shop_setting_change')
      .values({ audit_id: auditId, section: name, before: JSON.stringify(current.value), version: version + 1 })
      .execute()
    if (change && change.moves.length > 0) await moveProducts(tx, auditId, change.moves)
    return { value, version: version + 1 }
  })
}

/** @throws ShopError 400 for a link that the page would leave out */
function refuseUnusableLinks(policies: Settings['policies']): void {
  for (const slug of policySlugs) {
    const url = findUnusableLink(policies[slug])
    if (url !== undefined)
      throw badRequest(
        `${policyNouns[slug]} has a link that cannot be used, ${url.slice(0, 100) || 'an empty one'}: write it as [words](/shop), with a page of the shop, https://, mailto: or tel:.`,
      )
  }
}

/** @throws ShopError 409 when something that is removed has goods */
async function refuseUses(tx: Tx, { removed }: CatalogueChange): Promise<void> {
  for (const field of ['category', 'color'] as const) {
    const ofField = removed.filter(each => each.field === field)
    const uses = await countUses(
      tx,
      field,
      ofField.map(({ value }) => value),
    )
    for (const { value, name } of ofField) {
      const n = uses.get(value)
      if (n)
        throw conflict(
          `${n === 1 ? 'One piece is' : `${n} pieces are`} ${field === 'color' ? '' : 'in '}${name}: choose where ${n === 1 ? 'it goes' : 'they go'}.`,
        )
    }
  }
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

/** The fields that differ, before and after, in words: those within lists and objects by their place, such as `heroes.0.title`. */
export function changedWords(before: object, after: object): { before: Fields; after: Fields } {
  const [old, now] = [flat(before), flat(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(name => old[name] !== now[name])
  const only = (fields: Fields) => Object.fromEntries(names.map(name => [name, fields[name] ?? null]))
  return { before: only(old), after: only(now) }
}

function flat(value: object, place = ''): Fields {
  const fields: Fields = {}
  for (const [name, each] of Object.entries(value)) {
    if (name === 'id') continue // says nothing to people
    const at = place ? `${place}.${name}` : name
    if (typeof each === 'object' && each !== null) Object.assign(fields, flat(each, at))
    else fields[at] = each
  }
  return fields
}
