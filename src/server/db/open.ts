import { sql } from 'kysely'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import { type Connection, type Db, openDatabase } from './connection.ts'
import { makeDataDir } from './embedded/place.ts'
import { startEmbedded } from './embedded/start.ts'

export type ShopDatabase = {
  db: Db
  connection: Connection
  /** Where it is, in words for the owner. */
  place: string
  close(): Promise<void>
}

/**
 * Opens the database at DATABASE_URL, or starts the shop's own one in DATA_DIR.
 * @param options `beside`: use it together with a shop that is running on it
 * @throws CannotStart with one sentence for the owner.
 */
export function openShopDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { beside?: boolean } = {},
): Promise<ShopDatabase> {
  return databaseUrl ? openElsewhere(databaseUrl, dataDir) : openOwn(dataDir, options)
}

async function openOwn(dataDir: string, options: { beside?: boolean }): Promise<ShopDatabase> {
  const { connection, folder, stop } = await startEmbedded({ dataDir, ...options })
  const db = openDatabase(connection)
  const place = folder.startsWith(dataDir) ? dataDir : `${dataDir} and ${folder}`
  return {
    db,
    connection,
    place,
    async close() {
      await db.destroy()
      await stop()
    },
  }
}

async function openElsewhere(databaseUrl: string, dataDir: string): Promise<ShopDatabase> {
  await makeDataDir(dataDir) // for pictures
  const connection = { connectionString: databaseUrl }
  const { host, pathname } = new URL(databaseUrl)
  const db = openDatabase(connection)
  try {
    await checkVersion(db, host + pathname)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, connection, place: `${dataDir} and the database ${host}${pathname}`, close: () => db.destroy() }
}

async function checkVersion(db: Db, place: string) {
  const version = await sql<{ version: string }>`select current_setting('server_version') as version`
    .execute(db)
    .then(({ rows }) => rows[0]?.version ?? '')
    .catch(error => {
      throw new CannotStart(
        `The database ${place} of DATABASE_URL cannot be reached (${error.message || error.code}): check its address, user and password, and that it runs.`,
      )
    })
  if (Number.parseInt(version, 10) < 15)
    throw new CannotStart(
      `The database ${place} of DATABASE_URL is PostgreSQL ${version}: Vitrine needs version 15 or later, so upgrade it or use another one.`,
    )
}
