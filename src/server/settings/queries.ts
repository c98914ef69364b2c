import { sql } from 'kysely'
import { currencyCode, setCurrency } from '#domain/money.ts'
import type { Catalogue, ProductChoices } from '#domain/settings/catalogue.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { ManagedSettings, Section, Settings, ShownPicture } from '#domain/settings/section.ts'
import type { Db, Tx } from '../db/connection.ts'
import { busy } from '../lib/errors.ts'
import { fixedCurrency, hasOrders, shareCurrencyLock } from './currency.ts'

/** Sections of the settings as they are now; one that was never stored is as the shop comes. */
export async function readSettings<Name extends Section>(db: Db, ...names: Name[]): Promise<Pick<Settings, Name>> {
  const rows = await db.selectFrom('shop_setting').select(['section', 'value']).where('section', 'in', names).execute()
  const stored = new Map(rows.map(({ section, value }) => [section, value]))
  return Object.fromEntries(names.map(name => [name, stored.get(name) ?? defaultSettings[name]])) as Pick<
    Settings,
    Name
  >
}

/** The currency of an order that is about to be written, in lower case; it stays until the transaction ends. */
export async function holdCurrency(tx: Tx): Promise<string> {
  await shareCurrencyLock(tx)
  return (await readSettings(tx, 'currency')).currency.code.toLowerCase()
}

/** Tells this process the shop's currency; one that serves visitors learns it with their settings. */
export async function loadCurrency(db: Db): Promise<void> {
  const { currency } = await readSettings(db, 'currency')
  setCurrency(currency.code)
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
  const currencyIsFixed = (await hasOrders(db)) ? fixedCurrency : ''
  return { ...Object.fromEntries(values), pictures: Object.fromEntries(pictures), currencyIsFixed } as ManagedSettings
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
 * The categories and colors that a product can have. They and the currency stay until the transaction ends; call it before products are locked, so
 * that it does not wait for who moves them.
 */
export async function holdChoices(tx: Tx): Promise<ProductChoices> {
  const rows = await tx
    .selectFrom('shop_setting')
    .select(['section', 'value'])
    .where('section', 'in', ['catalogue', 'currency'])
    .orderBy('section')
    .forShare()
    .execute()
  const { catalogue, currency } = {
    ...defaultSettings,
    ...Object.fromEntries(rows.map(row => [row.section, row.value])),
  }
  // The prices were read by the currency that this process knows, which another process has changed a moment ago.
  const { code } = currency as Settings['currency']
  if (code !== currencyCode()) {
    setCurrency(code)
    throw busy()
  }
  return catalogue as Catalogue
}

/** What people call the category of an address. */
export async function findCategoryName(db: Db, address: string): Promise<string> {
  const { catalogue } = await readSettings(db, 'catalogue')
  return catalogue.categories.find(each => each.address === address)?.name ?? address.replaceAll('-', ' ')
}

/** The present address of each category, and the present name of each color, by what it was at a former time. Those that are gone are left out. */
export async function renamedSince(tx: Tx, at: Date): Promise<Record<'category' | 'color', Map<string, string>>> {
  const next = await tx
    .selectFrom('shop_setting_change')
    .innerJoin('audit', 'audit.id', 'audit_id')
    .select('shop_setting_change.before')
    .where('section', '=', 'catalogue')
    .where('audit.at', '>', at)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  const { catalogue: now } = await readSettings(tx, 'catalogue')
  const then = (next?.before ?? now) as Catalogue
  const addresses = new Map(now.categories.map(({ id, address }) => [id, address]))
  const names = new Map(now.colors.map(({ id, name }) => [id, name]))
  return {
    category: new Map(then.categories.flatMap(({ id, address }) => pairOf(address, addresses.get(id)))),
    color: new Map(then.colors.flatMap(({ id, name }) => pairOf(name, names.get(id)))),
  }
}

const pairOf = (from: string, to: string | undefined): [string, string][] => (to === undefined ? [] : [[from, to]])
