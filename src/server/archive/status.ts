import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What the archive has, stored beside the files on their way: a row of the database would itself be a change to archive. */
export interface ArchiveStatus {
  /** The newest segment that every place has, and when it arrived. ISO times. */
  segment?: string
  shippedAt?: string
  /** The newest copy of the database's files. */
  base?: { file: string; bytes: number; at: string }
  /** Since when nothing arrives, and why. */
  failing?: { since: string; why: string }
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
