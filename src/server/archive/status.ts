import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isNeeded } from './layout.ts'
import { readSealedName } from './sealed-name.ts'

/** What the archive has, stored beside the files on their way: a row of the database would itself be a change to archive. */
export interface ArchiveStatus {
  /** The folder into which the database puts finished segments of its log. */
  spool: string
  /** The newest segment that every place has, and when it arrived. ISO times. */
  segment?: string
  shippedAt?: string
  /** The newest copy of the database's files. */
  base?: { file: string; bytes: number; at: string }
  /** Since when nothing arrives, why, and whether the admins were told. */
  failing?: { since: string; why: string; isTold?: boolean }
}

/** The folder of files on their way into the archive. */
export const outgoingFolder = (dataDir: string): string => path.join(dataDir, 'archiving')

const fileOf = (dataDir: string) => path.join(outgoingFolder(dataDir), 'status.json')

/** Undefined when nothing was ever archived from this folder, or the archive was turned off meanwhile. */
export async function readStatus(dataDir: string): Promise<ArchiveStatus | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

export async function writeStatus(dataDir: string, status: ArchiveStatus): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(status), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Without the archive the log has a gap: the next time it needs a new copy of the files first. */
export const forgetStatus = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** Whether a file on its way is a segment of the log; others are there for a moment. */
export const isSegmentOnItsWay = (file: string): boolean => isNeeded(readSealedName(file)?.name ?? '')

/** How many segments of the log wait on this machine, and since when the oldest does. */
export async function findWaiting(spool: string, outgoing: string): Promise<{ files: number; since?: Date }> {
  const handedOver = (await namesIn(spool)).filter(isNeeded).map(name => path.join(spool, name))
  const sealed = (await namesIn(outgoing)).filter(isSegmentOnItsWay).map(name => path.join(outgoing, name))
  let [files, since] = [0, undefined as Date | undefined]
  for (const file of [...handedOver, ...sealed]) {
    const found = await stat(file).catch(() => undefined) // it may have left meanwhile
    if (!found) continue
    files += 1
    if (!since || found.mtime < since) since = found.mtime
  }
  return { files, since }
}

const namesIn = async (folder: string) => (existsSync(folder) ? await readdir(folder) : [])
