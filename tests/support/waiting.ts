/** Asks a database for those of its statements that wait for a lock, one row each. */
export const waitingForLocks = `
  select pid from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`
