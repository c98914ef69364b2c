import fs from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { freePort } from '../../../tests/support/shop.ts'
import { StartupError } from '../lib/startup-error.ts'
import { connectionUrl, type Db } from './connection.ts'
import { openShopDatabase } from './open.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await temporaryFolder()
})
afterAll(async () => {
  await database.close()
  await fs.rm(dataDir, { recursive: true })
})

/** Opens the database as if DATABASE_URL named a pooler; here both addresses are the same database. */
const openPooled = (databaseDirectUrl = connectionUrl(database.connection)) =>
  openShopDatabase({ databaseUrl: connectionUrl(database.connection), databaseDirectUrl, dataDir, processes: 1 })

const deadlinesOf = async (db: Db) =>
  (
    await sql`select name, setting, source from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name`.execute(
      db,
    )
  ).rows

test('behind a pooler the deadlines are set on the database’s user, because the connection sets none', async () => {
  const { db, direct, close } = await openPooled()
  expect(await deadlinesOf(db)).toEqual([
    { name: 'lock_timeout', setting: '2000', source: 'database user' },
    { name: 'statement_timeout', setting: '5000', source: 'database user' },
  ])
  expect(await deadlinesOf(direct)).toMatchObject([{ source: 'client' }, { source: 'client' }])
  await close()
})

test('several processes may start at once', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => openPooled()))
  for (const { db } of opened) expect(await deadlinesOf(db)).toMatchObject([{ setting: '2000' }, { setting: '5000' }])
  await Promise.all(opened.map(({ close }) => close()))
})

test('an unreachable direct address is named', async () => {
  const port = await freePort()
  await expect(openPooled(`postgres://shop:s3cr3t@127.0.0.1:${port}/shop`)).rejects.toThrow(
    `The database 127.0.0.1:${port}/shop of DATABASE_DIRECT_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:${port})`,
  )
})

/** The sentence with which this DATABASE_URL is refused. */
async function refusalOf(databaseUrl: string): Promise<string> {
  const error = await openShopDatabase({ databaseUrl, dataDir, processes: 1 }).then(
    ({ close }) => close(),
    error => error,
  )
  expect(error).toBeInstanceOf(StartupError)
  return error.message
}

test('a DATABASE_URL that cannot be reached is refused without showing its password', async () => {
  const sentence = await refusalOf(`postgres://shop:s3cr3t@127.0.0.1:${await freePort()}/shop`)
  expect(sentence).toMatch(
    /^The database 127\.0\.0\.1:\d+\/shop of DATABASE_URL cannot be reached \(connect ECONNREFUSED .*\): check/,
  )
  expect(sentence).not.toContain('s3cr3t')
})

test('a PostgreSQL older than 15 is refused', async () => {
  const port = await freePort()
  const server = createServer(answerLikePostgres('14.2')).listen(port, '127.0.0.1')
  expect(await refusalOf(`postgres://shop@127.0.0.1:${port}/shop`)).toContain(
    `The database 127.0.0.1:${port}/shop of DATABASE_URL is PostgreSQL 14.2: Vitrine needs version 15 or later`,
  )
  await new Promise(resolve => server.close(resolve))
})

/** Speaks as much of the wire protocol as is needed to report a version. */
const answerLikePostgres = (version: string) => (socket: Socket) => {
  const message = (type: string, ...parts: (string | Buffer)[]) => {
    const body = Buffer.concat(parts.map(part => Buffer.from(part as string, 'latin1')))
    const head = Buffer.from(`${type}....`)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (n: number) => Buffer.from([n >> 8, n & 255])
  const int32 = (n: number) => Buffer.concat([int16(n >> 16), int16(n & 65_535)])
  const ready = message('Z', 'I')
  const column = message('T', int16(1), 'version\0', int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0))
  const row = message('D', int16(1), int32(version.length), version)
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), ready]))
    socket.on('data', question => {
      if (question[0] === 'Q'.charCodeAt(0))
        socket.write(Buffer.concat([column, row, message('C', 'SELECT 1\0'), ready]))
      else socket.end()
    })
  })
}
