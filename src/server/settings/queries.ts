import { sql } from 'kysely'
import type { Catalogue, ProductChoices } from '#domain/settings/catalogue.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { ManagedSettings, Section, Settings, ShownPicture } from '#domain/settings/section.ts'
import type { Db, Tx } from '../db/connection.ts'

/** Sections of the settings as they are now; one that was never stored is as the shop comes. */
export async function readSettings<Name extends Section>(db: Db, ...names: Name[]): Promise<Pick<Settings, Name>> {
  const rows = await db.selectFrom('shop_setting').select(['section', 'value']).where('section', 'in', names).execute()
  const stored = new Map(rows.map(({ section, value }) => [section, value]))
  return Object.fromEntries(names.map(name => [name, stored.get(name) ?? defaultSettings[name]])) as Pick<
    Settings,
    Name
  >
}

/** All sections with their versions; version 0 was never stored. */
export async function readManagedSettings(db: Db): Promise<ManagedSettings> {
  const rows = await db.selectFrom('shop_setting').select(['section', 'value', 'version', 'changed_at']).execute()
  const stored = new Map(rows.map(row => [row.section, row]))
  const values = Object.entries(defaultSettings).map(([name, fallback]) => {
    const row = stored.get(name)
    return [name, { value: row?.value ?? fallback, version: row?.version ?? 0, isOwn: Boolean(row?.changed_at) }]
  })
  const pictures = await findPictures(db, JSON.stringify(values).match(pictureId) ?? [])
  return Object.fromEntries([...values, ['pictures', Object.fromEntries(pictures)]]) as ManagedSettings
}

const pictureId = /(?<=")[0-9a-f]{32}(?=")/g

/** The sizes of pictures, by id; those that are gone are left out. */
export async function findPictures(db: Db, ids: (string | null)[]): Promise<Map<string, ShownPicture>> {
  const asked = ids.filter(id => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('image')
    .select(['id', 'width', 'height'])
    .where('id', '=', sql<string>`any(${asked}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * The categories and colors that a product can have. They stay until the transaction ends; call it before products are locked, so
 * that it does not wait for who moves them.
 */
export async function holdChoices(tx: Tx): Promise<ProductChoices> {
  const row = await tx
    .selectFrom('shop_setting')
    .select('value')
    .where('section', '=', 'catalogue')
    .forShare()
    .executeTakeFirst()
  return (row?.value as Catalogue | undefined) ?? defaultSettings.catalogue
}
