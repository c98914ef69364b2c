import type { FastifyBaseLogger } from 'fastify'
import { backUpBeforeUpgrade, forgetBackupBeforeUpgrade } from '../backups/before-upgrade.ts'
import { withOwnConnection } from '../backups/own-connection.ts'
import type { Connection, Db } from '../db/connection.ts'
import { isAhead, isBehind, migrate } from '../db/migrate.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { ShopError } from '../lib/errors.ts'
import { StartupError } from '../lib/startup-error.ts'
import { giveVariants } from '../products/manage/give-variants.ts'
import { installShopFunctions } from './sql-functions.ts'

interface Shop {
  /** Connected without a pooler. */
  direct: Db
  connection: Connection
  images: ImageStorage
  /** The public origin of the shop. */
  origin: string
  /** The backup folder. */
  folder: string
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * Brings the tables of a shop up to date. When they are of an older release, it backs up the whole shop first. Of several
 * processes that start at once, one does both and the others wait for it.
 * @throws StartupError when a newer release has changed the database, when the backup or a migration fails: the shop is then
 * unchanged, and the older release works with it
 */
export async function upgrade({ direct, connection, images, origin, folder, clock, log }: Shop): Promise<void> {
  await withOwnConnection(connection, async client => {
    await client.query(`set lock_timeout = 0`)
    await client.query(`select pg_advisory_lock(hashtext('vitrine upgrade'))`)
    if (await isAhead(direct)) {
      log.warn('a newer release has changed the tables; this one works with them, and leaves them as they are')
      return
    }
    if (await isBehind(direct)) {
      log.info('These are the tables of an older release: the shop is backed up before they are brought up to date')
      const source = { db: direct, images, origin, madeAt: clock.now() }
      const { file, isNew } = await backUpBeforeUpgrade(source, { connection, folder }).catch(refuse)
      log.info({ file }, isNew ? 'The shop is backed up' : 'It is as it was before the last try: that backup is used')
    }
    await migrate(direct)
    await giveVariants(direct)
    await installShopFunctions(direct)
    await forgetBackupBeforeUpgrade(folder)
  })
}

function refuse(error: unknown): never {
  if (!(error instanceof ShopError)) throw error
  throw new StartupError(
    `The shop has to be backed up before its tables are brought up to date, and cannot: ${error.message} It is as it was, and the release before this one works with it.`,
  )
}
