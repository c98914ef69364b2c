import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import type { Archive } from './archive.ts'
import { isNeeded, walPrefix } from './layout.ts'
import { seal } from './seal.ts'
import { readSealedName } from './sealed-name.ts'

const atOnce = 4

interface Shipment {
  archive: Archive
  /** The folder into which the database puts finished segments of its log. */
  spool: string
  /** The folder of files on their way. */
  outgoing: string
  /** The system identifier of the database. */
  system: string
  signal: AbortSignal
}

/**
 * Moves the finished segments of the database's log into every place of the archive. A segment leaves the spool once it is
 * sealed, and this machine once every place has it; what fails is tried again with the next call.
 * @returns the name of the newest segment that every place now has
 * @throws the error of the first place that did not take one
 */
export async function shipLog({ archive, spool, outgoing, system, signal }: Shipment): Promise<string | undefined> {
  await mkdir(outgoing, { recursive: true, mode: 0o700 })
  await sealSpool(archive.key, spool, outgoing, signal)
  const waiting = (await readdir(outgoing)).filter(file => isNeeded(readSealedName(file)?.name ?? '')).toSorted()
  const inTurn = limitConcurrency(atOnce, waiting.length)
  await Promise.all(
    waiting.map(file =>
      inTurn(async () => {
        signal.throwIfAborted()
        await deliver(archive, walPrefix(system) + file, path.join(outgoing, file), signal)
      }),
    ),
  )
  return readSealedName(waiting.at(-1) ?? '')?.name
}

/** Stores a sealed file in every place, then deletes it here. */
export async function deliver({ places }: Archive, key: string, file: string, signal?: AbortSignal): Promise<void> {
  await Promise.all(places.map(place => place.put(key, file, signal)))
  await rm(file)
}

async function sealSpool(key: string, spool: string, outgoing: string, signal: AbortSignal): Promise<void> {
  const sealed = new Set((await readdir(outgoing)).map(file => readSealedName(file)?.name))
  for (const name of (await readdir(spool)).toSorted()) {
    signal.throwIfAborted()
    if (name.startsWith('archtemp')) continue // being written by the database
    const file = path.join(spool, name)
    if (isNeeded(name) && !sealed.has(name)) await seal(createReadStream(file), name, outgoing, key, signal)
    await rm(file)
  }
}
