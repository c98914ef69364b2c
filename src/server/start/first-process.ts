import { createFirstAdmin, hasAdmin } from '../auth/first-admin.ts'
import { backupFolder } from '../backups/folder.ts'
import { readConfig } from '../config/settings.ts'
import { settingsWarnings } from '../config/warnings.ts'
import { importDefaultContent } from '../content/import-defaults.ts'
import { connectionUrl } from '../db/connection.ts'
import { openShopDatabase } from '../db/open.ts'
import { openImages } from '../images/open-images.ts'
import { startJobs } from '../jobs/index.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import { openLog } from '../lib/log.ts'
import { openPayments } from '../payments/open-payments.ts'
import { copyDefaultSettings } from '../settings/copy-defaults.ts'
import { loadCurrency } from '../settings/queries.ts'
import { startBanner } from './banner.ts'
import { ownDatabase, serveWithWorkers } from './cluster.ts'
import { serve } from './listen.ts'
import type { Running } from './running.ts'
import { upgrade } from './upgrade.ts'
import { releaseOf } from './version.ts'
import { feedWatchdog } from './watchdog.ts'

/** For the first process: it serves visitors, or starts workers that do, and runs the jobs. */
export async function openShop(running: Running) {
  const { opened } = running
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
  running.serving =
    processes === 1
      ? await serve(shop)
      : await serveWithWorkers(processes, config.databaseUrl ? {} : { [ownDatabase]: connectionUrl(connection) }, log)
  const { address, close } = running.serving
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
