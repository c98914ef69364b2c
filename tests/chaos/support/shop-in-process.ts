import { subscribe } from 'node:diagnostics_channel'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/settings.ts'
import { shopLimits } from '#server/http/limits/rate-limit.ts'
import { diskStorage } from '#server/images/disk.ts'
import { checkShop } from '#server/integrity/check-shop.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { builtPages } from '#server/pages/built.ts'
import { openSandbox } from '#server/payments/payments.ts'
import { noFaults } from '../../../src/sandbox/faults.ts'
import { startTestDatabases, temporaryFolder, testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/shop.ts'

interface Options {
  settings?: Record<string, string>
  limits?: typeof shopLimits
  clock?: { now(): Date }
  /** Adds hooks before anything else is in the app. */
  watch?: (app: FastifyInstance) => void
}

/** A shop in this process, with its pages, on a port and a database of its own. */
export async function openShop({ settings, limits = shopLimits, clock = systemClock, watch }: Options = {}) {
  const stopDatabases = await startTestDatabases()
  const { db, connection, close: closeDatabase } = await testDatabase()
  const folder = await temporaryFolder()
  const port = String(await freePort())
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, PORT: port, PAYMENTS: 'sandbox', ...settings })
  const images = diskStorage(path.join(folder, 'images'))
  const origin = config.publicOrigin
  const payments = await openSandbox({ connection, origin, faults: { ...noFaults }, clock, log: console })
  if (watch) subscribe('fastify.initialization', message => watch((message as { fastify: FastifyInstance }).fastify))
  const app = await buildApp({ config, db, images, payments, clock, ids: randomIds, limits, pages: builtPages })
  const url = await app.listen({ host: config.host, port: config.port })
  payments.sendEventsTo(`${url}/api/payments/webhook`)

  return {
    app,
    db,
    connection,
    folder,
    /** The address on which it listens. */
    url,
    port: config.port,
    /** The origin that visitors use. */
    origin,
    /** How many rules of the Proof page fail or could not be checked. */
    async countBrokenRules() {
      const { rules } = await checkShop({ db, images, payments: payments.provider, clock, origin })
      const broken = rules.filter(({ broken, unknown }) => broken > 0 || unknown)
      for (const { sentence, breaks } of broken) console.error(sentence, breaks.slice(0, 5))
      return broken.length
    },
    async close() {
      await payments.close()
      await app.close()
      await closeDatabase()
      await stopDatabases()
      await rm(folder, { recursive: true })
    },
  }
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>
