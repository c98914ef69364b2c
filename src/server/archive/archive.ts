import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ArchiveSettings } from '../config/settings.ts'
import { makeFolder } from '../db/embedded/data-location.ts'
import { StartupError } from '../lib/startup-error.ts'
import { folderPlace } from './folder-place.ts'
import type { ArchivePlace } from './place.ts'
import { seal, unseal } from './seal.ts'
import { outgoingFolder, readStatus } from './status.ts'

/** The archive of a shop: where it is, and the key that opens it. */
export interface Archive {
  key: string
  places: ArchivePlace[]
}

/** Opens the places of the archive without asking them anything. */
export async function openArchive({ key, folder, s3 }: ArchiveSettings): Promise<Archive> {
  const places = folder ? [folderPlace(folder)] : []
  if (s3) places.push((await import('./bucket-place.ts')).bucketPlace(s3))
  return { key, places }
}

const keyCheck = 'key-check/vitrine'

/**
 * Checks at the start that the archive can be written, and that what is in it was encrypted with this key. A bucket that does
 * not answer for the moment is accepted, as is one that is away when this shop has used it before.
 * @throws StartupError with one sentence for the owner
 */
export async function checkArchive(settings: ArchiveSettings, dataDir: string): Promise<void> {
  const mayBeAway = (await readStatus(dataDir)) !== undefined // the shop sells on without it, so it starts without it too
  if (settings.s3) await (await import('../buckets/client.ts')).checkBucket(settings.s3, 'ARCHIVE', { mayBeAway })
  if (settings.folder)
    await makeFolder(settings.folder).catch(error => refuseFolder(`the folder ${settings.folder}`, error))
  const { key, places } = await openArchive(settings)
  const folder = outgoingFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await seal(Readable.from([Buffer.from(`${randomUUID()}\n`)]), 'vitrine', folder, key)
  try {
    for (const place of places) await checkPlace(place, key, file)
  } finally {
    await rm(file)
  }
}

async function checkPlace(place: ArchivePlace, key: string, file: string): Promise<void> {
  const isNew = await place.put(`${keyCheck}.new`, file).then(
    () => true,
    error => {
      if (place.isHere) refuseFolder(place.name, error)
    },
  )
  if (!isNew) return
  const known = await place.get(keyCheck).catch(() => undefined)
  if (!known) return await place.put(keyCheck, file)
  await read(known, key).catch(() => {
    throw new StartupError(
      `The archive in ${place.name} was encrypted with another key: set ARCHIVE_KEY to that one, or name an empty place.`,
    )
  })
}

function refuseFolder(name: string, error: Error): never {
  throw new StartupError(`${upper(name)} cannot hold the archive (${error.message}): correct ARCHIVE_FOLDER.`)
}

/** @returns the content of a small sealed file */
export async function read(sealed: Readable, key: string): Promise<Buffer> {
  const content = new PassThrough()
  const [bytes] = await Promise.all([buffer(content), unseal(sealed, content, key)])
  return bytes
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
