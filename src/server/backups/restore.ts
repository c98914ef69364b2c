import path from 'node:path'
import type { Connection, Tx } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import { conflict } from '../lib/errors.ts'
import { type Loaded, loadBackup, refuseTables } from './load-backup.ts'
import { withOwnConnection } from './own-connection.ts'
import { type Backup, openBackup } from './read-backup.ts'

/** Where a shop is to be restored. */
interface Place {
  connection: Connection
  images: ImageStorage
}

/**
 * Looks whether a backup may be restored for a shop, and not yet at the place.
 * @param shop with the public origin of the shop that will be there
 * @param options `otherShop`: it may be that of a shop with another public origin
 * @throws ShopError with one sentence when it may not
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

/** @throws ShopError with one sentence when there is something already */
export const checkPlace = ({ connection }: Pick<Place, 'connection'>): Promise<void> =>
  withOwnConnection(connection, refuseTables)

/**
 * Restores a backup that has been checked: everything, or nothing. Sessions and links for new passwords that were open
 * when it was made are ended: some may have been ended for a reason since. Backups that were made at the old place are forgotten.
 * @throws ShopError with one sentence, and the place is as empty as before
 */
export async function restoreBackup(backup: Backup, { connection, images }: Place): Promise<Loaded> {
  const added = new Set<string>()
  try {
    const before = await idsIn(images)
    return await loadBackup(backup, {
      connection,
      finish: async tx => {
        await endAccess(tx)
        await forgetBackups(tx)
      },
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

async function endAccess(tx: Tx): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('password_reset').execute()
}

/** Their files are not here, so this shop makes one of its own at once. */
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
