import pg from 'pg'

const diskFull = '53100'

/** Stores a side effect of a read, such as a search in the statistics. On a full disk it is skipped, and the read succeeds. */
export async function unlessFull<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === diskFull) return undefined
    throw error
  }
}
