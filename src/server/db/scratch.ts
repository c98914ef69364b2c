/** Queries the name prefix of this shop's scratch databases, because several shops may share one server. */
export const scratchPrefix = `select 'vitrine_drill_' || oid || '_' from pg_database where datname = current_database()`
