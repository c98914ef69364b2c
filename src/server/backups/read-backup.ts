import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { knownMigrations } from '../db/migrate.ts'
import { badRequest, conflict, type ShopError } from '../lib/errors.ts'
import { formatVersion, Manifest, manifestName, sealedHash, sealLength } from './format.ts'

/** A backup whose checksum matches. */
export interface Backup {
  file: string
  /** The length without the seal. */
  archiveBytes: number
  manifest: Manifest
}

export type Entry = Extract extends AsyncIterable<infer Each> ? Each : never

const maxBytes = 64 * 2 ** 20
const earliest = Date.UTC(2000)

/**
 * Reads a whole backup once, compares its checksum and reads its manifest and contents.
 * @throws ShopError with one sentence when the file is not a backup, is damaged, or was made by a newer Vitrine
 */
export async function openBackup(file: string): Promise<Backup> {
  const archiveBytes = await compareChecksum(file)
  try {
    for await (const entry of readEntries({ file, archiveBytes })) {
      if (entry.header.name !== manifestName) break
      return { file, archiveBytes, manifest: await readManifest(file, entry) }
    }
  } catch (error) {
    throw isUnreadable(error) ? isNoBackup(file) : error
  }
  throw isNoBackup(file)
}

async function readManifest(file: string, entry: Entry): Promise<Manifest> {
  const found = parse(await contentOf(entry, file))
  const { format } = Object(found)
  if (typeof format === 'number' && format > formatVersion) throw isNewer(file)
  const manifest = understand(Manifest, found, file)
  const { madeAt, origin } = manifest
  if (!(Date.parse(madeAt) >= earliest) || URL.parse(origin)?.origin !== origin) throw isNoBackup(file)
  const known = await knownMigrations()
  const newer = manifest.migrations.find(name => !known.includes(name))
  if (newer) throw isNewer(file, newer)
  if (manifest.migrations.some((name, at) => name !== known[at])) throw isNoBackup(file)
  return manifest
}

/** Yields every file of the archive in turn. The consumer must read or resume each before it gets the next. */
export async function* readEntries(
  { file, archiveBytes }: Pick<Backup, 'file' | 'archiveBytes'>,
  signal?: AbortSignal,
): AsyncGenerator<Entry> {
  const tar = extract()
  const reading = pipeline(createReadStream(file, { end: archiveBytes - 1 }), createZstdDecompress(), tar, { signal })
  reading.catch(() => undefined) // thrown below, unless the consumer stops earlier
  yield* tar
  await reading
}

/** Whether the error means that a file with the right checksum is not an archive of the shop. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(ZSTD_|Z_BUF_ERROR$)/.test((error as NodeJS.ErrnoException).code ?? '') || fromTar.test(error.message))

const fromTar = /^(Invalid tar header|Unexpected end of data|Header exceeds max size|Invalid header)/

/** @throws ShopError when the file is larger than any file that the shop packs in one piece */
export async function contentOf(entry: Entry, file: string): Promise<Buffer> {
  if ((entry.header.size ?? 0) > maxBytes) throw isNoBackup(file)
  return await buffer(entry)
}

/** @throws ShopError when the JSON does not match the schema */
export function understand<T extends TSchema>(schema: T, found: unknown, file: string): Static<T> {
  if (!Check(schema, found)) throw isNoBackup(file)
  return found as Static<T>
}

export function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch {
    return undefined
  }
}

/** @returns the number of bytes before the seal */
async function compareChecksum(file: string): Promise<number> {
  // Opening a pipe would wait for a writer.
  if (!(await stat(file)).isFile())
    throw badRequest(`${file} is no ordinary file: name a backup, such as those in DATA_DIR/backups.`)
  const handle = await open(file)
  try {
    const archiveBytes = (await handle.stat()).size - sealLength
    const expected = archiveBytes > 0 ? sealedHash(await readAt(handle, archiveBytes)) : undefined
    if (!expected) throw await whatElse(file, handle)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file, { end: archiveBytes - 1 }), hash)
    if (!hash.digest().equals(expected))
      throw badRequest(`${path.basename(file)} is damaged: its checksum does not fit. Use another backup.`)
    return archiveBytes
  } finally {
    await handle.close()
  }
}

const readAt = async (handle: FileHandle, position: number) =>
  (await handle.read(Buffer.alloc(sealLength), 0, sealLength, position)).buffer

async function whatElse(file: string, handle: FileHandle): Promise<ShopError> {
  const beginning = (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer
  if (beginning.readUInt32LE() !== zstdMagic) return isNoBackup(file)
  return badRequest(`${path.basename(file)} is no whole backup of Vitrine: it was cut off, or made by something else.`)
}

const zstdMagic = 0xfd2fb528

export const isNoBackup = (file: string) => badRequest(`${path.basename(file)} is no backup of Vitrine.`)

const isNewer = (file: string, migration?: string) =>
  conflict(
    `${path.basename(file)} was made by a newer Vitrine${migration ? ` (${migration})` : ''}: restore it with that version.`,
  )
