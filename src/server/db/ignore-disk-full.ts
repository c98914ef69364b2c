import pg from 'pg'

const diskFull = '53100'

/** Writes down what a reader leaves behind, such as that they searched. On a full disk it is left out, and they read on. */
export async function unlessFull<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === diskFull) return undefined
    throw error
  }
}
