import pg from 'pg'

const { escapeIdentifier } = pg

/** A table as backups copy it. */
export interface Table {
  name: string
  columns: string[]
}

/** A table as the database catalogue describes it. */
export interface FoundTable extends Table {
  /** The columns that sort its rows the same way in every database. */
  order: string
}

/**
 * The tables of the shop, sorted so that a table comes after those it refers to. Tables of extensions, of Kysely and of
 * short-lived counters are left out.
 */
export async function findTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable & { id: number; refersTo: number[] }>(tables)
  const sorted: FoundTable[] = []
  const rest = new Map(rows.map(row => [row.id, row]))
  while (rest.size > 0) {
    const free = [...rest.values()].filter(({ id, refersTo }) =>
      refersTo.every(other => other === id || !rest.has(other)),
    )
    const next = free.length > 0 ? free : [...rest.values()] // the references form a circle; the drill reports it
    for (const { id, name, columns, order } of next) {
      sorted.push({ name, columns, order })
      rest.delete(id)
    }
  }
  return sorted
}

const tables = `
  select c.oid::int8::int as id, c.relname::text as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    coalesce(
      (select string_agg(format('%I', attname) || case when attcollation = 0 then '' else ' collate "C"' end, ', ' order by at)
       from pg_constraint k, unnest(k.conkey) with ordinality as key (number, at), pg_attribute
       where k.conrelid = c.oid and k.contype = 'p' and attrelid = c.oid and attnum = key.number),
      format('%I::text collate "C"', c.relname)
    ) as "order",
    array(select distinct confrelid::int8::int from pg_constraint where conrelid = c.oid and contype = 'f') as "refersTo"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname collate "C"`

/** Whether the database has any tables, views or sequences, whoever owns them. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    ) as found`)
  return rows[0].found
}

/** Sets each sequence to continue after the highest number in its table. */
export async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select s.oid::regclass::text as sequence, t.relname::text as "table", attname::text as "column"
    from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    join pg_class t on t.oid = d.refobjid
    join pg_attribute on attrelid = t.oid and attnum = d.refobjsubid
    join pg_namespace n on n.oid = t.relnamespace
    where s.relkind = 'S' and n.nspname = current_schema()`)
  for (const { sequence, table, column } of rows)
    await client.query(
      `select setval($1::regclass, max(${escapeIdentifier(column)})) from ${escapeIdentifier(table)}
       having max(${escapeIdentifier(column)}) is not null`,
      [sequence],
    )
}

/** A list of tables for one statement. */
export const listOf = (tables: Table[]) => tables.map(({ name }) => escapeIdentifier(name)).join(', ')

const columnsOf = ({ columns }: Table) => columns.map(escapeIdentifier).join(', ')

export const copyOut = (table: FoundTable) =>
  `copy (select ${columnsOf(table)} from ${escapeIdentifier(table.name)} order by ${table.order}) to stdout`

export const copyIn = (table: Table) => `copy ${escapeIdentifier(table.name)} (${columnsOf(table)}) from stdin`
