import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { createFirstAdmin, hasAdmin } from '../auth/first-admin.ts'
import { backupFolder } from '../backups/folder.ts'
import { readConfig } from '../config/settings.ts'
import { doubtsAbout } from '../config/warnings.ts'
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
import { shareMetrics } from '../telemetry/aggregate-workers.ts'
import { welcome } from './banner.ts'
import { closeWhenTold, report, serveInProcesses } from './cluster.ts'
import { type Serving, serve } from './listen.ts'
import { closeOnSignal, closer } from './shutdown.ts'
import { upgrade } from './upgrade.ts'
import { releaseOf } from './version.ts'
import { feedWatchdog } from './watchdog.ts'

/** What is open, closed in reverse order. */
const opened: (() => Promise<unknown>)[] = []
let serving: Serving | undefined
/** Where the others find the shop's own database. In DATABASE_URL it would look like one that other machines share. */
const ownDatabase = 'OWN_DATABASE_URL'

process.once('uncaughtException', fail)
const starting = cluster.isPrimary ? openShop() : serveBeside()
if (cluster.isPrimary) closeOnSignal(starting, closeAll, () => serving?.connected)
else closeWhenTold(closer(starting, closeAll, () => serving?.connected))
starting.catch(fail)

/** The first process: alone it serves visitors itself, otherwise it starts those that do, and keeps house. */
async function openShop() {
  const config = readConfig(process.env)
  const log = openLog(config)
  feedWatchdog(process.env, log) // from now on: a start may take longer than systemd waits
  if (!process.stdout.isTTY) log.info(`Vitrine ${releaseOf()} starts`) // a terminal is welcomed with it
  for (const doubt of doubtsAbout(config, process.env)) log.warn(doubt)
  const database = await openShopDatabase(config, { log })
  opened.push(database.close)
  const { db, connection } = database
  const images = await openImages(config)
  const folder = backupFolder(config)
  await upgrade({ ...database, images, origin: config.publicOrigin, folder, clock: systemClock, log })

  const isFilled = config.seed === 'demo' && (await (await import('#demo/seed.ts')).seed(db, images))
  const payments = await openPayments(config, { connection, clock: systemClock, log })
  opened.push(payments.close)

  const shop = { config, db, connection, images, payments, log, clock: systemClock, ids: randomIds }
  const isOwned = await hasAdmin(db) // asked before visitors come, who may be many after a crash
  const { processes } = config
  serving =
    processes === 1
      ? await serve(shop)
      : await serveInProcesses(processes, config.databaseUrl ? {} : { [ownDatabase]: connectionUrl(connection) }, log)
  const { address, close } = serving
  payments.sendEventsTo(`${address}/api/payments/webhook`)
  const shopInfo = startJobs(shop)
  opened.push(() => Promise.all([close(), shopInfo.close()]))
  // When the shop is open: a password that is shown once must not be lost to a port in use.
  const { adminEmail: email, adminPassword: password } = config
  const admin = isOwned
    ? undefined
    : await createFirstAdmin({ db, email, password, clock: systemClock, ids: randomIds })
  console.log(welcome(config, database.place, { admin, isFilled }))
}

/** One of several processes that serve visitors, of a shop that the first process has opened. */
async function serveBeside() {
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
  await report({ open: serving.address })
}

async function fail(error: unknown) {
  const isSaid = error instanceof StartupError || error instanceof ShopError
  const text = isSaid ? error.message : (damageOf(error) ?? inspect(error))
  if (cluster.isPrimary) console.error(text)
  else await report({ failed: text })
  await closeAll()
  process.exit(1)
}

async function closeAll() {
  while (opened.length > 0) await opened.pop()?.()
}
