import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { Settings } from '#domain/settings/section.ts'
import { backupFolder } from '../../backups/folder.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/connection.ts'
import { isLoopback } from '../../lib/loopback.ts'
import type { ShopFacts } from './checklist.ts'
import { paymentModeOf } from './services.ts'

/** Collects what the checklist is made of, with one statement. */
export async function findShopFacts(db: Db, config: Config, env: NodeJS.ProcessEnv): Promise<ShopFacts> {
  const [{ sections, ...found }, backups] = await Promise.all([findStored(db), whereBackupsAre(config)])
  const senderAddress = sections.emails?.value.senderAddress
  return {
    ...found,
    paymentMode: paymentModeOf(config),
    hasWebhookSecret: config.payments === 'stripe' && config.stripeWebhookSecrets.length > 0,
    hasMailServer: config.smtpUrl !== undefined,
    publicOrigin: config.publicOrigin,
    isLoopback: isLoopback(config.publicOrigin),
    backups,
    hasOwnName: sections.identity?.isOwn ?? false,
    contact: sections.contact?.value ?? defaultSettings.contact,
    sender: { address: senderAddress || config.mailFrom, isChosen: Boolean(senderAddress || env.MAIL_FROM) },
  }
}

interface Stored extends Pick<ShopFacts, 'hasProducts' | 'hasDemoProducts' | 'hasFirstAdmin' | 'unchangedPages'> {
  sections: { [Name in 'identity' | 'contact' | 'emails']?: { value: Settings[Name]; isOwn: boolean } }
}

/**
 * The demo gives its products ids of UUID version 5, the shop of version 7. Version 7 begins with 01 until the year 2527, so the
 * range lets the database skip the shop's own.
 */
const isDemo = sql`(id < '01000000-0000-0000-0000-000000000000' or id >= '02000000-0000-0000-0000-000000000000')
  and substr(id::text, 15, 1) = '5'`

async function findStored(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select
      (select coalesce(jsonb_object_agg(section, jsonb_build_object('value', value, 'isOwn', changed_at is not null)), '{}')
        from shop_setting where section in ('identity', 'contact', 'emails')) as sections,
      (select coalesce(jsonb_agg(address), '[]') from content
        where kind = 'page' and version = 1 and deleted_at is null) as "unchangedPages",
      exists (select from product where deleted_at is null and not sold_out) as "hasProducts",
      exists (select from product where deleted_at is null and ${isDemo}) as "hasDemoProducts",
      exists (select from "user" where role = 'admin' and deleted_at is null
        and lower(email) = 'admin@vitrine.example') as "hasFirstAdmin"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without a table returned no row.')
  return row
}

async function whereBackupsAre(config: Config): Promise<ShopFacts['backups']> {
  const { databaseUrl, s3, dataDir } = config
  if (databaseUrl && s3 && isRemote(databaseUrl)) return 'elsewhere'
  const [data, backups] = await Promise.all([diskOf(dataDir), diskOf(backupFolder(config))])
  return data !== undefined && backups !== undefined && data !== backups ? 'own disk' : 'same disk'
}

const isRemote = (databaseUrl: string) => new URL(databaseUrl).hostname !== '' && !isLoopback(databaseUrl)

/** The device of a folder; undefined when it does not exist yet. */
const diskOf = (folder: string) =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  )
