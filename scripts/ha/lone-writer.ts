// Writes to the database at the address given, over and over, and prints every id that the database has confirmed. It runs on a
// database machine itself, so it still reaches that one while nobody else does.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const [, , connectionString, name] = process.argv
let n = 0

for (;;) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 60_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (;;) {
      const id = `${name} ${Date.now()} ${n++}`
      await client.query('insert into lone_writer (id) values ($1)', [id])
      console.log(id)
      await sleep(100)
    }
  } catch {
    await Promise.race([client.end(), sleep(1_000)]) // a standby refuses, a frozen database says nothing: it tries again
    await sleep(1_000)
  }
}
