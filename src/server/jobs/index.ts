import { forgetStatus } from '../archive/status.ts'
import { backupFolder } from '../backups/folder.ts'
import type { Config } from '../config/settings.ts'
import type { Connection, Db } from '../db/connection.ts'
import { startForgettingLimits } from '../http/limits/rate-limit.ts'
import type { ImageStorage } from '../images/storage.ts'
import { startImageSweep } from '../images/sweep.ts'
import { startInvoicing } from '../invoices/issue-invoices.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { startOutbox } from '../mail/outbox-job.ts'
import { startQueueingLowStock } from '../mail/queue-low-stock.ts'
import { openMailer } from '../mail/transports/open-mailer.ts'
import type { Payments } from '../payments/payments.ts'
import { startReconciling } from '../payments/reconcile.ts'
import { startErasing } from '../privacy/erase-deleted-job.ts'
import { startDownloads } from '../products/downloads/download-job.ts'
import { internet } from '../products/downloads/internet.ts'
import { startEndingSwaps } from '../returns/end-swaps-job.ts'
import { startTellingAlerts } from '../stock/alerts/tell.ts'
import { startDeletingOldDemand } from '../stock/lost-demand/delete-old.ts'
import { startNightlyJobs } from './nightly-jobs.ts'

interface JobsContext {
  config: Config
  db: Db
  /** The connection to the database, for backups. */
  connection: Connection
  /** The folder of the files of the embedded database. */
  databaseFiles?: string
  images: ImageStorage
  payments: Payments
  clock: Clock
  ids: Ids
  log: Log
}

/**
 * Starts the periodic jobs: the archive, the outbox, pictures of imports, old pictures, limits and lost demand, alerts, erasures, swaps, unpaid orders, invoices, and the nightly jobs.
 * It is called in one process of each machine; several machines share the work by locks in the database. Old imports are deleted by their own module.
 * @returns a handle whose `close` stops them, after the work that must not be interrupted
 */
export async function startJobs({
  config,
  connection,
  log,
  ...parts
}: JobsContext): Promise<{ close(): Promise<void> }> {
  const { db, images, clock, ids } = parts
  const origin = config.publicOrigin
  const context = { db, payments: parts.payments.provider, clock, ids, origin }
  const archiving = async () => {
    const { archive: settings, dataDir } = config
    const { databaseFiles: folder } = parts
    if (!settings || !folder) await forgetStatus(dataDir)
    else {
      const { startArchiving } = await import('../archive/archive-job.ts') // saves a tenth of a second at other starts
      return [await startArchiving({ ...context, config, settings, connection, images, folder }, log)]
    }
    return []
  }
  const jobs = [
    startOutbox({ db, mailer: openMailer(config, log), clock, origin }, log),
    ...(config.emailsLowStock ? [startQueueingLowStock({ db, clock }, log)] : []),
    startImageSweep({ db, images, clock }, log),
    startDownloads({ db, images, clock, internet }, log),
    startForgettingLimits({ db, clock }, log),
    startErasing({ db, clock, ids }, log),
    startDeletingOldDemand({ db, clock }, log),
    startTellingAlerts({ db, clock }, log),
    startEndingSwaps({ db, clock, ids }, log),
    startReconciling(context, log),
    startInvoicing({ db, clock, ids }, log),
    ...(await archiving()),
    startNightlyJobs(
      {
        ...context,
        archive: config.archive,
        dataDir: config.dataDir,
        images,
        connection,
        folder: backupFolder(config),
      },
      log,
    ),
  ]
  return {
    async close() {
      await Promise.all(jobs.map(job => job.close()))
    },
  }
}
