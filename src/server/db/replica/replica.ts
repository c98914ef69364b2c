import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, type Db, isDatabaseBusy, openDatabase } from '../connection.ts'

/**
 * Reads what everybody may read. The read may run twice, on another database the second time, so it must not write.
 * @throws what the read throws
 */
export type ReadPublic = <Data>(read: (db: Db) => Promise<Data>) => Promise<Data>

/** A copy of the database that follows it: what everybody may read is read there. */
export interface Replica {
  /**
   * Reads from the replica when it has all that is known to have changed, else from the primary. A read that the replica breaks
   * off is run once more, on the primary.
   */
  read: ReadPublic
  /** Something that everybody may read has changed: the primary is asked until the replica has it. */
  noteChange(): void
  /** Whether changes are heard of; while they are not, the primary is asked. */
  hears(isHearing: boolean): void
  close(): Promise<void>
}

interface Options {
  connection: Connection
  primary: Db
  /** As for `openDatabase`. */
  pooled?: boolean
  log: { warn(about: object, message: string): void }
}

const retryMs = 1_000
const minPauseMs = 5
const maxPauseMs = 200

/** Opens a replica, which is not asked before changes are heard of and it has them. It may be away, and come back. */
export function openReplica({ connection, primary, pooled, log }: Options): Replica {
  const replica = openDatabase(connection, { pooled, log })
  let changes = 0
  let isHearing = false
  let isCurrent = false
  let isClosed = false
  let hasFailed = false
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
      if (reason && !hasFailed) log.warn({ fault: reason }, 'the replica of the database is not asked, the primary is')
      hasFailed = reason !== undefined
      if (!isCurrent && !isClosed) await sleep(retryMs, undefined, { ref: false })
    }
    following = undefined
  }

  /** Returns when the replica has come to where the primary is now, or is no longer waited for; what is wrong if it cannot. */
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

  return {
    async read(read) {
      if (!isCurrent || !isHearing) return await read(primary)
      try {
        return await read(replica)
      } catch (error) {
        if (!isLost(error)) throw error
        noteChange() // a replica that was lost has to show again that it is up to date
        return await read(primary)
      }
    },
    noteChange,
    hears(isNow) {
      isHearing = isNow
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

const isLost = (error: unknown) => isDatabaseBusy(error) && (error as { code?: string }).code !== tooSlow
