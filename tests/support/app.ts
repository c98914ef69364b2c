import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type AppContext, buildApp } from '#server/app.ts'
import { type Listener, listenForChanges } from '#server/cache/changes.ts'
import { readConfig } from '#server/config/settings.ts'
import { diskStorage } from '#server/images/disk.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { openSandbox } from '#server/payments/payments.ts'
import { noFaults } from '../../src/sandbox/faults.ts'
import { testDatabase } from './database.ts'
import { assertReadableAudit } from './readable-audit.ts'

interface TestParts extends Partial<AppContext> {
  /** Enables the response cache, as in a real shop; without it a test reads at once what it has written to the database. */
  subscribes?: true
}

/** Opens a shop for one test file: the API on a real, empty database. It is closed after the last test. */
export async function testApp({ subscribes, ...parts }: TestParts = {}, settings: Record<string, string> = {}) {
  const { db, connection, close } = await testDatabase()
  const folder = await mkdtemp('/tmp/vitrine-images-')
  const images = diskStorage(join(folder, 'images'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, ...settings })
  const payments = await openSandbox({
    connection,
    origin: config.publicOrigin,
    faults: noFaults,
    clock: systemClock,
    log: console,
  })
  const subscribe = (listener: Listener) => listenForChanges(connection, listener)
  const shop = {
    config,
    db,
    images,
    payments,
    clock: systemClock,
    ids: randomIds,
    ...(subscribes && { subscribe }),
    ...parts,
  }
  const app = await buildApp(shop)
  afterAll(async () => {
    await app.close()
    await payments.close()
    await rm(folder, { recursive: true })
    await assertReadableAudit(db).finally(close)
  })
  return { app, db, connection, images, shop }
}
