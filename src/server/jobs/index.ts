import { backupFolder } from '../backups/folder.ts'
import type { Config } from '../config/settings.ts'
import type { Connection, Db } from '../db/connection.ts'
import { keepForgettingLimits } from '../http/rate-limit.ts'
import type { ImageStorage } from '../images/storage.ts'
import { keepSweeping } from '../images/sweep.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { keepSending } from '../mail/outbox-job.ts'
import { openMailer } from '../mail/transports/open-mailer.ts'
import type { Payments } from '../payments/payments.ts'
import { keepReconciling } from '../payments/reconcile.ts'
import { keepErasing } from '../privacy/erase-deleted-job.ts'
import { keepNights } from './nightly-jobs.ts'

interface House {
  config: Config
  db: Db
  /** The way to the database for backups. */
  connection: Connection
  images: ImageStorage
  payments: Payments
  clock: Clock
  ids: Ids
  log: Log
}

interface Log {
  info(about: object, message: string): void
  warn(about: object, message: string): void
}

/**
 * All that is done while nobody asks for it: letters, pictures and limits that nobody needs, payments that nobody told of,
 * nights. Once on each machine; several machines share the work.
 * @returns what ends it, after what must not be broken off
 */
export function keepHouse({ config, connection, log, ...house }: House): { close(): Promise<void> } {
  const { db, images, clock, ids } = house
  const origin = config.publicOrigin
  const till = { db, payments: house.payments.provider, clock, ids, origin }
  const kept = [
    keepSending({ db, mailer: openMailer(config, log), clock, origin }, log),
    keepSweeping({ db, images, clock }, log),
    keepForgettingLimits({ db, clock }, log),
    keepErasing({ db, clock, ids }, log),
    keepReconciling(till, log),
    keepNights({ ...till, images, connection, folder: backupFolder(config) }, log),
  ]
  return {
    async close() {
      await Promise.all(kept.map(each => each.close()))
    },
  }
}
