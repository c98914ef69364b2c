import path from 'node:path'
import type { Connection, Tx } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import { openGap } from '../invoices/queries.ts'
import { conflict } from '../lib/errors.ts'
import { type LoadedBackup, loadBackup, refuseTables } from './load-backup.ts'
import { withOwnConnection } from './own-connection.ts'
import { type Backup, openBackup } from './read-backup.ts'

/** The database and the picture storage to restore into. */
interface Place {
  connection: Connection
  images: ImageStorage
}

/**
 * Checks whether a backup may be restored for a shop, without looking at the database.
 * @param shop its public origin after the restore
 * @param options `otherShop` allows a backup of a shop with another public origin
 * @throws ShopError with one sentence when the backup is refused
 */
export async function checkRestore(
  file: string,
  shop: { origin: string },
  options: { otherShop: boolean },
): Promise<Backup> {
  const backup = await openBackup(file)
  const { origin } = backup.manifest
  if (origin !== shop.origin && !options.otherShop)
    throw conflict(
      `${path.basename(file)} is of another shop, ${origin}, and this one is ${shop.origin}: set PUBLIC_ORIGIN, or add --other-shop if that is meant.`,
    )
  return backup
}

/** @throws ShopError with one sentence when the database is not empty */
export const checkPlace = ({ connection }: Pick<Place, 'connection'>): Promise<void> =>
  withOwnConnection(connection, refuseTables)

/**
 * Restores a checked backup: everything, or nothing. Then it forgets the old place.
 * @throws ShopError with one sentence; the database is then as empty as before
 */
export async function restoreBackup(backup: Backup, { connection, images }: Place): Promise<LoadedBackup> {
  const added = new Set<string>()
  try {
    const before = await idsIn(images)
    return await loadBackup(backup, {
      connection,
      finish: forgetOldPlace,
      async saveImages(files) {
        for (const [key] of files) if (!before.has(idOf(key))) added.add(idOf(key))
        await Promise.all(files.map(([key, bytes]) => images.put(key, bytes)))
      },
    })
  } catch (error) {
    await Promise.allSettled([removeAll(images, added)])
    throw error
  }
}

/**
 * Ends the sessions, and the links of all accounts and invitations, deletes the records of backups made at the old place, and lets no invoice be
 * numbered before `recoverPayments` has run.
 */
export async function forgetOldPlace(tx: Tx): Promise<void> {
  await endAccess(tx)
  await forgetBackups(tx)
  await openGap(tx)
}

async function endAccess(tx: Tx): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('password_reset').execute()
  await tx.deleteFrom('email_verification').execute()
  await tx.deleteFrom('invitation_link').execute() // the invitation may have been withdrawn since
}

/** The files of those backups are not here; without their records this shop makes a backup at once. */
async function forgetBackups(tx: Tx): Promise<void> {
  await tx.deleteFrom('chore').where('kind', 'in', ['backup', 'drill']).execute()
}

const idOf = (key: string) => key.slice(0, key.indexOf('/'))

async function idsIn(images: ImageStorage): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const key of images.keys()) ids.add(idOf(key))
  return ids
}

async function removeAll(images: ImageStorage, ids: Set<string>): Promise<void> {
  for (const id of ids) await images.remove(id)
}
