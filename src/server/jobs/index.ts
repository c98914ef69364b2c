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
import { startDeletingOldEdits } from '../products/bulk/old-edits.ts'
import { startDownloads } from '../products/downloads/download-job.ts'
import { internet } from '../products/downloads/internet.ts'
import { startDeletingOldImports } from '../products/import/old-imports.ts'
import { startFreeingCodes } from '../products/manage/free-codes.ts'
import { startEndingSwaps } from '../returns/end-swaps-job.ts'
import { startTellingAlerts } from '../stock/alerts/tell.ts'
import { startDeletingOldDemand } from '../stock/lost-demand/delete-old.ts'
import { openClockGuard, startClockHeartbeat } from './clock-guard.ts'
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
 * Starts the periodic jobs: the archive, the outbox, pictures of imports, old pictures, imports, edits, limits and lost demand, codes of deleted products, alerts, erasures, swaps, unpaid orders, invoices, and the nightly jobs. What deletes for good asks the guard of the clock first.
 * It is called in one process of each machine; several machines share the work by locks in the database.
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
  const guard = openClockGuard({ db, clock, askTime: parts.payments.askTime, log })
  const { mayDelete } = guard
  const archiving = async () => {
    const { archive: settings, dataDir } = config
    const { databaseFiles: folder } = parts
    if (!settings || !folder) await forgetStatus(dataDir)
    else {
      const { startArchiving } = await import('../archive/archive-job.ts') // saves a tenth of a second at other starts
      return [await startArchiving({ ...context, config, settings, connection, images, folder, mayDelete }, log)]
    }
    return []
  }
  const jobs = [
    startClockHeartbeat(guard, log),
    startOutbox({ db, mailer: openMailer(config, log), clock, origin, mayDelete }, log),
    ...(config.emailsLowStock ? [startQueueingLowStock({ db, clock }, log)] : []),
    startImageSweep({ db, images, clock, mayDelete }, log),
    startDownloads({ db, images, clock, internet }, log),
    startDeletingOldImports({ db, clock, mayDelete }, log),
    startDeletingOldEdits({ db, clock, mayDelete }, log),
    startFreeingCodes({ db, clock, mayDelete }, log),
    startForgettingLimits({ db, clock }, log),
    startErasing({ db, clock, ids, mayDelete }, log),
    startDeletingOldDemand({ db, clock, mayDelete }, log),
    startTellingAlerts({ db, clock, mayDelete }, log),
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
        mayDelete,
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
