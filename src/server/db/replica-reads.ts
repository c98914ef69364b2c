import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { type Db, isDatabaseBusy } from './connection.ts'
import type { Tables } from './tables.ts'

/** A connection of one of the two, for as long as it is borrowed. */
interface Borrowed {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  giveBack(): void
}

const borrow = (db: Db): Promise<Borrowed> =>
  new Promise((resolve, reject) => {
    const lent = db.connection().execute(
      connection =>
        new Promise<void>(giveBack => {
          resolve({ run: query => connection.executeQuery(query) as never, giveBack })
        }),
    )
    lent.catch(reject)
  })

/** Too slow a statement is as slow elsewhere. */
const isLost = (error: unknown) => isDatabaseBusy(error) && (error as { code?: string }).code !== '57014'

/** Of a transaction only what governs it is said anew elsewhere: what it has read, it has. */
const governs = ({ sql }: CompiledQuery) => /^(begin|start transaction|set local) ?/.test(sql)

class Reading implements DatabaseConnection {
  readonly #said: CompiledQuery[] = []
  #at: Borrowed
  #elsewhere: (() => Promise<Borrowed>) | undefined

  constructor(at: Borrowed, elsewhere?: () => Promise<Borrowed>) {
    this.#at = at
    this.#elsewhere = elsewhere
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const result = await this.#at.run<Row>(query)
      if (this.#elsewhere && governs(query)) this.#said.push(query)
      return result
    } catch (error) {
      if (!this.#elsewhere || !isLost(error)) throw error
      const next = await this.#elsewhere()
      this.#elsewhere = undefined
      if (this.#said.length > 0) await this.#at.run(CompiledQuery.raw('rollback')).catch(() => undefined) // if it still hears
      this.#at.giveBack()
      this.#at = next
      for (const earlier of this.#said) await next.run(earlier)
      return await next.run<Row>(query)
    }
  }

  // biome-ignore lint/correctness/useYield: nothing public is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('What is read for everybody is not streamed')
  }

  giveBack(): void {
    this.#at.giveBack()
  }
}

/**
 * A database for reading alone, which asks `first`, and where that cannot be reached or breaks off, `second`.
 * @param onLoss is told each time
 */
export function readingFrom(first: Db, second: Db, onLoss: () => void): Db {
  const driver: Driver = {
    init: async () => undefined,
    async acquireConnection() {
      const elsewhere = () => {
        onLoss()
        return borrow(second)
      }
      try {
        return new Reading(await borrow(first), elsewhere)
      } catch (error) {
        if (!isLost(error)) throw error
        return new Reading(await elsewhere())
      }
    },
    async beginTransaction(connection, { isolationLevel }: TransactionSettings) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await connection.executeQuery(CompiledQuery.raw(`start transaction read only${level}`))
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    async rollbackTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async releaseConnection(connection) {
      ;(connection as Reading).giveBack()
    },
    destroy: async () => undefined,
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: db => new PostgresIntrospector(db),
    },
  })
}
