import pg from 'pg'

/** What a database says of its own files: missing, not readable, or other than it wrote them. */
const damaged = new Set(['58P01', '58030', 'XX001', 'XX002'])
const undefinedDatabase = '3D000'

/** The sentence for the owner of a database that is damaged; undefined when an error means something else. */
export function damageOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { code = '', message, detail = '' } = error
  const why = code === undefinedDatabase ? /subdirectory "[^"]*" is missing/.exec(detail)?.[0] : message
  return why && (damaged.has(code) || code === undefinedDatabase) ? sayDamaged('The database', why) : undefined
}

export const sayDamaged = (database: string, why: string): string =>
  `${database} is damaged (${why}): put it aside and restore the newest backup, as docs/operate.md says in section 5.`
