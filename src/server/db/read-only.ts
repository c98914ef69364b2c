import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** Whether a write was refused because the database is a standby: a primary becomes one when another machine takes over. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006'

/**
 * The same pool, but a connection on which a write was refused as read-only is closed when it is released: the next one leads
 * to the new primary.
 */
export function closingReadOnly(pool: PostgresPool): PostgresPool {
  const lent = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = lent.get(client) ?? closingClient(client)
      lent.set(client, known)
      return known
    },
  }
}

function closingClient(client: PostgresPoolClient): PostgresPoolClient {
  let wasRefused = false
  async function query(text: string, values: readonly unknown[]) {
    try {
      return await client.query(text, values)
    } catch (error) {
      wasRefused ||= isReadOnly(error)
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: destroy => client.release(destroy || wasRefused),
    get processID() {
      return (client as unknown as { processID: number }).processID
    },
  } as PostgresPoolClient
}
