/** Asks a shop's database how those begin that are made beside it and dropped: several shops may be on one server. */
export const scratchPrefix = `select 'vitrine_drill_' || oid || '_' from pg_database where datname = current_database()`
