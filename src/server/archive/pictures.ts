import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ImageStorage } from '../images/storage.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { type Archive, read } from './archive.ts'
import { picturePrefix } from './layout.ts'
import type { ArchivePlace } from './place.ts'
import { seal } from './seal.ts'
import { readSealedName, sealedName } from './sealed-name.ts'
import { deliver } from './ship.ts'
import { outgoingFolder } from './status.ts'

const atOnce = 8
const retentionMs = 14 * 24 * 60 * 60_000

const queueOf = (dataDir: string) => path.join(outgoingFolder(dataDir), 'pictures')
/** A key such as `3fa2b1c9/640.avif` as the name of a file. */
const fileOf = (key: string) => key.replace('/', '~')
const keyOf = (file: string) => file.replace('~', '/')

/** The same storage; what is put into it is noted for the archive. */
export function notingPictures(images: ImageStorage, dataDir: string): ImageStorage {
  const queue = queueOf(dataDir)
  return {
    ...images,
    async put(key, bytes) {
      await images.put(key, bytes)
      await mkdir(queue, { recursive: true, mode: 0o700 })
      await writeFile(path.join(queue, fileOf(key)), '')
    },
  }
}

interface Pictures {
  archive: Archive
  images: ImageStorage
  dataDir: string
}

/** Notes every picture that some place of the archive lacks, such as all of them when the archive has just been turned on. */
export async function noteMissingPictures({ archive, images, dataDir }: Pictures): Promise<void> {
  const queue = queueOf(dataDir)
  await mkdir(queue, { recursive: true, mode: 0o700 })
  const stored = await Promise.all(archive.places.map(keysIn))
  for await (const key of images.keys())
    if (!stored.every(keys => keys.has(key))) await writeFile(path.join(queue, fileOf(key)), '')
}

/** Stores the noted pictures in every place of the archive. */
export async function shipPictures({ archive, images, dataDir }: Pictures, signal: AbortSignal): Promise<void> {
  const queue = queueOf(dataDir)
  const files = await readdir(queue)
  const inTurn = limitConcurrency(atOnce, files.length)
  await Promise.all(
    files.map(file =>
      inTurn(async () => {
        signal.throwIfAborted()
        const bytes = await images.get(keyOf(file))
        if (bytes) {
          const sealed = await seal(Readable.from([bytes]), file, outgoingFolder(dataDir), archive.key, signal)
          const { hash = '' } = readSealedName(path.basename(sealed)) ?? {}
          await deliver(archive, `${picturePrefix}${sealedName({ name: keyOf(file), hash })}`, sealed, signal)
        }
        await rm(path.join(queue, file))
      }),
    ),
  )
}

/**
 * Brings back the pictures that the storage lacks.
 * @returns how many files
 */
export async function restorePictures({ archive, images }: Omit<Pictures, 'dataDir'>): Promise<number> {
  const there = new Set<string>()
  for await (const key of images.keys()) there.add(key)
  let restored = 0
  for (const place of archive.places) {
    const inTurn = limitConcurrency(atOnce, Number.MAX_SAFE_INTEGER)
    const running: Promise<void>[] = []
    for await (const stored of place.list(picturePrefix)) {
      const key = pictureOf(stored.key)
      if (!key || there.has(key)) continue
      there.add(key)
      running.push(inTurn(async () => images.put(key, await read(await place.get(stored.key), archive.key))))
    }
    await Promise.all(running)
    restored += running.length
  }
  return restored
}

/** Deletes from the archive the pictures that the shop has deleted, two weeks after they came there. */
export async function prunePictures({ archive, images }: Omit<Pictures, 'dataDir'>, now: Date): Promise<void> {
  const there = new Set<string>()
  for await (const key of images.keys()) there.add(key)
  for (const place of archive.places)
    for await (const { key, storedAt } of place.list(picturePrefix))
      if (+now - +storedAt > retentionMs && !there.has(pictureOf(key) ?? '')) await place.remove(key)
}

async function keysIn(place: ArchivePlace): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of place.list(picturePrefix)) {
    const picture = pictureOf(key)
    if (picture) keys.add(picture)
  }
  return keys
}

/** The key of the picture that a file of the archive holds. */
const pictureOf = (key: string) => readSealedName(key.slice(picturePrefix.length))?.name
