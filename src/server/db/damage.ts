import pg from 'pg'

/** PostgreSQL's codes for damaged files: missing, unreadable, or with wrong contents. */
const damaged = new Set(['58P01', '58030', 'XX001', 'XX002'])
const undefinedDatabase = '3D000'

/** The sentence for the owner of a damaged database; undefined for any other error. */
export function damageOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { code = '', message, detail = '' } = error
  const why = code === undefinedDatabase ? /subdirectory "[^"]*" is missing/.exec(detail)?.[0] : message
  return why && (damaged.has(code) || code === undefinedDatabase) ? sayDamaged('The database', why) : undefined
}

export const sayDamaged = (database: string, why: string): string =>
  `${database} is damaged (${why}): put it aside and restore the newest backup, as docs/operate.md says in section 5.`
