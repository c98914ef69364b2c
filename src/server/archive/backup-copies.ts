import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { MayDelete } from '../lib/clock.ts'
import { notFound } from '../lib/errors.ts'
import type { Archive } from './archive.ts'
import { backupPrefix } from './layout.ts'
import type { ArchivePlace, Stored } from './place.ts'
import { seal, unseal } from './seal.ts'
import { readSealedName } from './sealed-name.ts'

const retentionMs = 14 * 24 * 60 * 60_000
const minStored = 3

interface CopyOptions {
  /** The folder of files on their way. */
  outgoing: string
  now: Date
  mayDelete: MayDelete
  signal?: AbortSignal
}

/**
 * Stores a backup in every place of the archive off this machine, then deletes there what is older than 14 days, except the
 * newest three.
 * @returns the names of the places; none when the archive is on this machine only
 */
export async function copyBackup(
  { key, places }: Archive,
  file: string,
  { outgoing, now, mayDelete, signal }: CopyOptions,
): Promise<string[]> {
  const away = places.filter(({ isHere }) => !isHere)
  if (away.length === 0) return []
  await mkdir(outgoing, { recursive: true, mode: 0o700 })
  const sealed = await seal(createReadStream(file), path.basename(file), outgoing, key, signal)
  try {
    for (const place of away) {
      await place.put(backupPrefix + path.basename(sealed), sealed, signal)
      if (await mayDelete()) await prune(place, now)
    }
  } finally {
    await rm(sealed, { force: true })
  }
  return away.map(({ name }) => name)
}

/**
 * Brings the newest backup back from off this machine.
 * @param folder where it is written
 * @returns the file and where it was, or undefined when the archive is on this machine only
 * @throws ShopError 404 when there is no backup, Error when it is damaged
 */
export async function fetchBackup({ key, places }: Archive, folder: string) {
  const place = places.find(({ isHere }) => !isHere)
  if (!place) return undefined
  const newest = (await findBackups(place)).at(-1)
  const { name } = readSealedName(newest?.key.slice(backupPrefix.length) ?? '') ?? {}
  if (!newest || !name) throw notFound(`A backup in ${place.name}`)
  const file = path.join(folder, name)
  await unseal(await place.get(newest.key), createWriteStream(file, { mode: 0o600 }), key)
  return { file, from: place.name }
}

async function prune(place: ArchivePlace, now: Date): Promise<void> {
  for (const { key, storedAt } of (await findBackups(place)).slice(0, -minStored))
    if (+now - +storedAt > retentionMs) await place.remove(key)
}

/** The oldest first: their names begin with the time. */
async function findBackups(place: ArchivePlace): Promise<Stored[]> {
  const found: Stored[] = []
  for await (const stored of place.list(backupPrefix))
    if (readSealedName(stored.key.slice(backupPrefix.length))) found.push(stored)
  return found
}
