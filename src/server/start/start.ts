import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { createFirstAdmin, hasAdmin } from '../auth/first-admin.ts'
import { backupFolder } from '../backups/folder.ts'
import { readConfig } from '../config/settings.ts'
import { settingsWarnings } from '../config/warnings.ts'
import { importDefaultContent } from '../content/import-defaults.ts'
import { connectionUrl } from '../db/connection.ts'
import { damageOf } from '../db/damage.ts'
import { openShopDatabase } from '../db/open.ts'
import { openImages } from '../images/open-images.ts'
import { startJobs } from '../jobs/index.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import { ShopError } from '../lib/errors.ts'
import { openLog } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { openPayments } from '../payments/open-payments.ts'
import { copyDefaultSettings } from '../settings/copy-defaults.ts'
import { loadCurrency } from '../settings/queries.ts'
import { shareMetrics } from '../telemetry/aggregate-workers.ts'
import { startBanner } from './banner.ts'
import { closeOnMessage, reportToPrimary, serveWithWorkers } from './cluster.ts'
import { type RunningServer, serve } from './listen.ts'
import { closeOnSignal, shutdownHandler } from './shutdown.ts'
import { upgrade } from './upgrade.ts'
import { releaseOf } from './version.ts'
import { feedWatchdog } from './watchdog.ts'

/** Close functions of everything that is open, called in reverse order. */
const opened: (() => Promise<unknown>)[] = []
let serving: RunningServer | undefined
/** Variable with the URL of the embedded database, for workers. In DATABASE_URL it would count as shared with other machines. */
const ownDatabase = 'OWN_DATABASE_URL'

process.once('uncaughtException', fail)
const starting = cluster.isPrimary ? openShop() : serveAsWorker()
if (cluster.isPrimary) closeOnSignal(starting, closeAll, () => serving?.connected)
else closeOnMessage(shutdownHandler(starting, closeAll, () => serving?.connected))
starting.catch(fail)

/** For the first process: it serves visitors, or starts workers that do, and runs the jobs. */
async function openShop() {
  const config = readConfig(process.env)
  const log = openLog(config)
  feedWatchdog(process.env, log) // from now on, because a start may take longer than WatchdogSec
  if (!process.stdout.isTTY) log.info(`Vitrine ${releaseOf()} starts`) // on a terminal the banner says it
  for (const warning of settingsWarnings(config, process.env)) log.warn(warning)
  if (config.archive) await (await import('../archive/archive.ts')).checkArchive(config.archive, config.dataDir)
  const database = await openShopDatabase(config, { log })
  opened.push(database.close)
  const { db, connection, folder: databaseFiles } = database
  const images = await openImages(config)
  const folder = backupFolder(config)
  await upgrade({ ...database, images, origin: config.publicOrigin, folder, clock: systemClock, log })

  await copyDefaultSettings(db)
  await loadCurrency(db) // for the jobs, and for the demo goods
  await importDefaultContent(db, { clock: systemClock, ids: randomIds })
  const isFilled = config.seed === 'demo' && (await (await import('#demo/seed.ts')).seed(db, images))
  const payments = await openPayments(config, { connection, clock: systemClock, log })
  opened.push(payments.close)

  const shop = { config, db, connection, images, payments, log, clock: systemClock, ids: randomIds }
  const isOwned = await hasAdmin(db) // before visitors connect, who may be many after a crash
  const { processes } = config
  serving =
    processes === 1
      ? await serve(shop)
      : await serveWithWorkers(processes, config.databaseUrl ? {} : { [ownDatabase]: connectionUrl(connection) }, log)
  const { address, close } = serving
  payments.sendEventsTo(`${address}/api/payments/webhook`)
  const jobs = await startJobs({ ...shop, databaseFiles })
  opened.push(() => Promise.all([close(), jobs.close()]))
  // Only now that the shop is open: a password that is shown once must not be lost to a port in use.
  const { adminEmail: email, adminPassword: password } = config
  const admin = isOwned
    ? undefined
    : await createFirstAdmin({ db, email, password, clock: systemClock, ids: randomIds })
  console.log(startBanner(config, database.place, { admin, isFilled }))
}

/** For a worker: it serves visitors of the shop that the first process has opened. */
async function serveAsWorker() {
  const config = readConfig(process.env)
  const log = openLog(config)
  const { databaseUrl = process.env[ownDatabase] } = config
  const { db, connection, close } = await openShopDatabase({ ...config, databaseUrl }, { log })
  opened.push(close)
  const images = await openImages(config)
  const payments = await openPayments(config, { connection, clock: systemClock, log })
  opened.push(payments.close)
  const shop = { config, db, connection, images, payments, log, clock: systemClock, ids: randomIds }
  serving = await serve({ ...shop, shareMetrics })
  opened.push(serving.close)
  payments.sendEventsTo(`${serving.address}/api/payments/webhook`)
  await reportToPrimary({ open: serving.address })
}

async function fail(error: unknown) {
  const isForOwner = error instanceof StartupError || error instanceof ShopError
  const text = isForOwner ? error.message : (damageOf(error) ?? inspect(error))
  if (cluster.isPrimary) console.error(text)
  else await reportToPrimary({ failed: text })
  await closeAll()
  process.exit(1)
}

async function closeAll() {
  while (opened.length > 0) await opened.pop()?.()
}
