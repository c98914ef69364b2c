import { sql } from 'kysely'
import type { Config } from '../config/settings.ts'
import { certificateError } from '../lib/certificates.ts'
import { StartupError } from '../lib/startup-error.ts'
import { type Connection, type Db, deadlines, openDatabase } from './connection.ts'
import { makeDataDir } from './embedded/data-location.ts'
import { startEmbedded } from './embedded/start.ts'
import type { SlowLog } from './slow-statements.ts'

export type ShopDatabase = {
  db: Db
  /** A direct connection that bypasses the pooler, for work that needs a session rather than a transaction. */
  direct: Db
  connection: Connection
  /** The folder of the files of the shop's own database. */
  folder?: string
  /** The place of the database, in words for the owner. */
  place: string
  close(): Promise<void>
}

type Settings = Partial<Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'archive'>> &
  Pick<Config, 'dataDir' | 'processes'>

interface Options {
  /** Share an embedded database with a running shop. */
  beside?: boolean
  /** Receives slow statements. */
  log?: SlowLog
}

/**
 * Opens the database at DATABASE_URL, or starts the shop's own one in DATA_DIR.
 * @throws StartupError with one sentence for the owner.
 */
export function openShopDatabase(settings: Settings, options: Options = {}): Promise<ShopDatabase> {
  const { databaseUrl } = settings
  return databaseUrl ? openElsewhere({ ...settings, databaseUrl }, options) : openOwn(settings, options)
}

/** Each process needs its pool, that of the sandbox, and one connection for notifications; backups and commands need some more. */
const connectionsFor = (processes: number) => String(Math.max(100, (processes + 1) * 15 + 30))

async function openOwn({ dataDir, processes, archive }: Settings, { beside, log }: Options): Promise<ShopDatabase> {
  const settings = { max_connections: connectionsFor(processes) }
  const isArchived = archive !== undefined
  const { connection, folder, stop } = await startEmbedded({ dataDir, settings, isArchived, beside })
  const db = openDatabase(connection, { log })
  const place = folder.startsWith(dataDir) ? dataDir : `${dataDir} and ${folder}`
  return {
    db,
    direct: db,
    connection,
    folder,
    place,
    async close() {
      await db.destroy()
      await stop()
    },
  }
}

async function openElsewhere(settings: Settings & { databaseUrl: string }, { log }: Options): Promise<ShopDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
  await makeDataDir(dataDir) // pictures need it too
  const connection = { connectionString: databaseDirectUrl ?? databaseUrl }
  const direct = openDatabase(connection, { log })
  const db = databaseDirectUrl ? openDatabase({ connectionString: databaseUrl }, { pooled: true, log }) : direct
  const close = async () => {
    await direct.destroy()
    if (db !== direct) await db.destroy()
  }
  try {
    if (databaseDirectUrl) {
      await checkVersion(direct, 'DATABASE_DIRECT_URL', databaseDirectUrl)
      await enforceDeadlines(direct)
    }
    await checkVersion(db, 'DATABASE_URL', databaseUrl)
  } catch (error) {
    await close()
    throw error
  }
  return { db, direct, connection, place: `${dataDir} and the database ${placeOf(databaseUrl)}`, close }
}

function placeOf(url: string) {
  const { host, pathname } = new URL(url)
  return host + pathname
}

/** Sets the deadlines on the database's user, so that they also apply behind a pooler, to connections that it opens from now on. */
async function enforceDeadlines(direct: Db) {
  await direct.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('vitrine deadlines'))`.execute(tx)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx)
    const name = sql.id(rows[0]?.name ?? '')
    for (const [key, ms] of Object.entries(deadlines))
      await sql`alter role current_user in database ${name} set ${sql.id(key)} = ${sql.lit(ms)}`.execute(tx)
  })
}

async function checkVersion(db: Db, setting: string, url: string) {
  const place = `The database ${placeOf(url)} of ${setting}`
  const version = await sql<{ version: string }>`select current_setting('server_version') as version`
    .execute(db)
    .then(({ rows }) => rows[0]?.version ?? '')
    .catch(error => {
      const reason = certificateError(error, new URL(url).host)
      throw new StartupError(
        reason
          ? `${place} cannot be reached. ${reason}`
          : `${place} cannot be reached (${error.message || error.code}): check its address, user and password, and that it runs.`,
      )
    })
  if (Number.parseInt(version, 10) < 15)
    throw new StartupError(
      `${place} is PostgreSQL ${version}: Vitrine needs version 15 or later, so upgrade it or use another one.`,
    )
}
