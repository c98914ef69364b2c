/** Selects one row for each lock that a statement in this database waits for. */
export const waitingForLocks = `
  select pid from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`
