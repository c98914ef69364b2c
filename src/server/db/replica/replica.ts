import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, type Db, isDatabaseBusy, openDatabase } from '../connection.ts'
import { isReadOnly } from '../read-only.ts'

/**
 * Runs a public read. It may run again on another database, so it must not write.
 * @throws the error of the read
 */
export type ReadPublic = <Data>(read: (db: Db) => Promise<Data>) => Promise<Data>

/** A streaming replica of the database, for public reads. */
export interface Replica {
  /**
   * Reads from the replica when that has all known changes, otherwise from the primary. A read that fails on the replica runs
   * again, on the primary; one that fails on a lost primary, on the replica with what that has.
   */
  read: ReadPublic
  /** Reports a change of public data: reads use the primary until the replica has caught up. */
  noteChange(): void
  /** Whether change notifications arrive; without them, reads use the primary. */
  setListening(isListening: boolean): void
  close(): Promise<void>
}

interface Options {
  connection: Connection
  primary: Db
  /** As in `openDatabase`. */
  pooled?: boolean
  log: { warn(about: object, message: string): void }
  /** Called after a read that may lack changes, because the primary was lost: what is made from it must not be cached. */
  onOldRead?(): void
}

const retryMs = 1_000
const minPauseMs = 5
const maxPauseMs = 200
/** The replica may become the primary between the first two. */
const maxAttempts = 3

/** Opens a replica. It is used only while notifications arrive and it has caught up. It may disappear, and come back. */
export function openReplica({ connection, primary, pooled, log, onOldRead }: Options): Replica {
  const replica = openDatabase(connection, { pooled, log })
  let changes = 0
  let isListening = false
  let isCurrent = false
  let isClosed = false
  let hasFailed = false
  let hasCaughtUp = false
  let primaryLostAt = -Infinity
  let following: Promise<void> | undefined

  function noteChange() {
    changes += 1
    isCurrent = false
    following ??= follow()
  }

  async function follow() {
    while (!isCurrent && !isClosed) {
      const seen = changes
      const reason = await catchUp(() => seen === changes && !isClosed).catch((error: Error) => error.message)
      if (seen !== changes) continue
      isCurrent = reason === undefined
      hasCaughtUp ||= isCurrent
      if (reason && !hasFailed) log.warn({ fault: reason }, 'the replica of the database is not asked, the primary is')
      hasFailed = reason !== undefined
      if (!isCurrent && !isClosed) await sleep(retryMs, undefined, { ref: false })
    }
    following = undefined
  }

  /**
   * Resolves when the replica has reached the primary's current position, or when the caller no longer waits; the result says
   * why it cannot catch up.
   */
  async function catchUp(isWanted: () => boolean): Promise<string | undefined> {
    const there = await sql<{ lsn: string; cluster: string }>`
      select pg_current_wal_lsn()::text as lsn, system_identifier::text as cluster from pg_control_system()`.execute(
      primary,
    )
    for (let pauseMs = minPauseMs; isWanted(); pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const here = await sql<{ isCopy: boolean; hasIt: boolean }>`
        select system_identifier::text = ${there.rows[0]?.cluster} and pg_is_in_recovery() as "isCopy",
          pg_last_wal_replay_lsn() >= ${there.rows[0]?.lsn}::pg_lsn as "hasIt"
        from pg_control_system()`.execute(replica)
      if (!here.rows[0]?.isCopy) return 'it does not follow the primary'
      if (here.rows[0].hasIt) return undefined
      await sleep(pauseMs, undefined, { ref: false })
    }
    return undefined
  }

  /** Reads what the replica has, without asking whether that is all. */
  const readOld: ReadPublic = async read => {
    const data = await read(replica)
    onOldRead?.()
    return data
  }

  return {
    async read(read) {
      const hasAll = isCurrent && isListening
      // Without notifications a read does not wait again for a primary that was lost a moment ago.
      const isPrimaryLost = hasCaughtUp && !isListening && performance.now() - primaryLostAt < retryMs
      let isAtReplica = hasAll || isPrimaryLost
      for (let attempt = 1; ; attempt++) {
        try {
          if (!isAtReplica) return await read(primary)
          return await (hasAll && attempt === 1 ? read(replica) : readOld(read))
        } catch (error) {
          if (!isLost(error) || !hasCaughtUp || attempt === maxAttempts) throw error
          if (isAtReplica)
            noteChange() // a lost replica must catch up again before it is used
          else primaryLostAt = performance.now()
          isAtReplica = !isAtReplica
        }
      }
    },
    noteChange,
    setListening(isNow) {
      isListening = isNow
      if (isNow) noteChange()
    },
    async close() {
      isClosed = true
      await following
      await replica.destroy()
    },
  }
}

const tooSlow = '57014' // it would be as slow on the primary

const isLost = (error: unknown) =>
  isDatabaseBusy(error) && !isReadOnly(error) && (error as { code?: string }).code !== tooSlow
