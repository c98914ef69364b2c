import pg from 'pg'
import { type Connection, outliveConnections } from '../../server/db/connection.ts'
import { preparing } from '../../server/db/prepared.ts'

/** The sandbox's database, on a connection pool of its own. */
export interface Store {
  query: Query
  /** Runs all of the work in one transaction. */
  inTransaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  end(): Promise<void>
}

export type Query = <Row>(text: string, values?: unknown[]) => Promise<{ rows: Row[]; rowCount: number }>

export function connectStore(connection: Connection): Store {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'vitrine payments sandbox',
    max: 4,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
  })
  outliveConnections(pool)
  const { connect } = preparing(pool)

  /** Closes a connection after an error, so that PostgreSQL rolls its transaction back. */
  async function withConnection<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await connect()
    let isBroken = true
    try {
      const result = await work((text, values = []) => client.query(text, values))
      isBroken = false
      return result
    } finally {
      client.release(isBroken)
    }
  }

  return {
    query: (text, values) => withConnection(query => query(text, values)),
    inTransaction: work =>
      withConnection(async query => {
        await query('begin')
        const result = await work(query)
        await query('commit')
        return result
      }),
    end: () => pool.end(),
  }
}
