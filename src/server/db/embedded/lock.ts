import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../lib/startup-error.ts'

/** Another process uses this database. */
export class ClaimedByAnother extends StartupError {}

const lockNumber = 8_487_463 // VITRINE on a telephone's keys

/**
 * Claims a running database for this process. The claim is a lock of one connection, so it ends with the process, even after a
 * kill.
 * @throws ClaimedByAnother when another process holds it; the error of the connection when the database cannot be reached
 */
export async function claim(socketFolder: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    user: 'vitrine',
    database: 'postgres',
    application_name: `vitrine process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // its end is watched instead
  await client.connect()
  try {
    // A process that was just killed may hold the lock for a moment longer.
    for (let attempt = 0; attempt < 20; attempt++) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [lockNumber])
      if (rows[0].ours) return client
      await sleep(50)
    }
    throw await refusal(client, dataDir)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function refusal(client: pg.Client, dataDir: string): Promise<ClaimedByAnother> {
  const { rows } = await client.query(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1`,
    [lockNumber],
  )
  const holder = rows[0]?.name.match(/\b\d+$/)?.[0]
  const cure = holder ? `stop it first (kill ${holder})` : 'stop it first'
  return new ClaimedByAnother(
    `Another Vitrine${holder ? ` (process ${holder})` : ''} already runs on ${dataDir}: ${cure}, or give this one a DATA_DIR and PORT of its own.`,
  )
}
