import { readConfig } from '../config/settings.ts'
import { openShopDatabase } from '../db/open.ts'
import { openImages } from '../images/open-images.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import { openLog } from '../lib/log.ts'
import { openPayments } from '../payments/open-payments.ts'
import { shareMetrics } from '../telemetry/aggregate-workers.ts'
import { ownDatabase, reportToPrimary } from './cluster.ts'
import { serve } from './listen.ts'
import type { Running } from './running.ts'

/** For a worker: it serves visitors of the shop that the first process has opened. */
export async function serveAsWorker(running: Running) {
  const { opened } = running
  const config = readConfig(process.env)
  const log = openLog(config)
  const { databaseUrl = process.env[ownDatabase] } = config
  const { db, connection, close } = await openShopDatabase({ ...config, databaseUrl }, { log })
  opened.push(close)
  const images = await openImages(config)
  const payments = await openPayments(config, { connection, clock: systemClock, log })
  opened.push(payments.close)
  const shop = { config, db, connection, images, payments, log, clock: systemClock, ids: randomIds }
  const serving = await serve({ ...shop, shareMetrics })
  running.serving = serving
  opened.push(serving.close)
  payments.sendEventsTo(`${serving.address}/api/payments/webhook`)
  await reportToPrimary({ open: serving.address })
}
