import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

const { escapeIdentifier } = pg

/** The number of rows of a table. */
export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int8::text as n from ${escapeIdentifier(table)}`)
  return Number(rows[0].n)
}

/** Schemas that belong neither to PostgreSQL nor to the shop. */
export async function otherSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select nspname as name from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'sandbox') order by 1`)
  return rows.map(({ name }) => name)
}

/** The last numbers that sequences have given, by name. */
export async function readSequences(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null`)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Continues sequences after these numbers, where they exist. */
export async function writeSequences(client: pg.Client, sequences: Map<string, string>): Promise<void> {
  for (const [name, last] of sequences)
    await client.query(
      `select setval(sequence, $2::bigint) from (select to_regclass($1) as sequence) found where sequence is not null`,
      [name, last],
    )
}

/** Whether a database has a schema. */
export async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as found', [schema])
  return rows[0].found
}

/** Copies the rows of a schema whose tables exist, and are empty, in the other database too. */
export async function copySchema(old: pg.Client, fresh: pg.Client, schema: string): Promise<void> {
  const columns = await columnsOf(old, schema)
  for (const [table, names] of await columnsOf(fresh, schema)) {
    const known = columns.get(table)?.filter(name => names.includes(name))
    if (!known) continue
    const part = `${escapeIdentifier(schema)}.${escapeIdentifier(table)} (${known.map(escapeIdentifier).join(', ')})`
    await pipeline(old.query(to(`copy ${part} to stdout`)), fresh.query(from(`copy ${part} from stdin`)))
  }
}

async function columnsOf(client: pg.Client, schema: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; names: string[] }>(
    `select table_name as "table", array_agg(column_name::text) as names
     from information_schema.columns where table_schema = $1 group by table_name`,
    [schema],
  )
  return new Map(rows.map(({ table, names }) => [table, names]))
}
