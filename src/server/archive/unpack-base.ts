import { createWriteStream } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import type { DatabaseUser } from '../db/embedded/data-location.ts'
import { openFile } from './open-file.ts'
import type { ArchivePlace } from './place.ts'

/**
 * Writes the files of a base copy into a folder that it creates.
 * @param runAs the user that will own them
 * @throws ShopError when the copy is damaged or was sealed for another key; the folder is then incomplete
 */
export async function unpackBase(
  place: ArchivePlace,
  key: string,
  { folder, runAs, secret }: { folder: string; runAs?: DatabaseUser; secret: string },
): Promise<void> {
  const own = async (file: string) => runAs && (await chown(file, runAs.uid, runAs.gid))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await own(folder)
  const tar = extract()
  const unpacking = (async () => {
    for await (const entry of tar) {
      const { name, type } = entry.header
      const target = path.resolve(folder, name)
      if (!target.startsWith(folder + path.sep)) throw new Error(`${name} would be outside of ${folder}`)
      if (type === 'directory') {
        await mkdir(target, { recursive: true, mode: 0o700 })
        entry.resume()
      } else await pipeline(entry, createWriteStream(target, { mode: 0o600 }))
      await own(target)
    }
  })()
  unpacking.catch(error => tar.destroy(error))
  const [opened] = await Promise.allSettled([openFile(place, key, tar, secret), unpacking])
  if (opened.status === 'rejected') throw opened.reason // the reason for both
  await unpacking
}
