import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Where backups are kept. */
export const backupFolder = ({ dataDir }: { dataDir: string }) => path.join(dataDir, 'backups')

/** The names of the backups that are there; undefined when nobody here can know. */
export type BackupNames = () => Promise<string[] | undefined>

/** A database of its own has one machine: what is not in its folder is nowhere. Of several machines another may have made it. */
export function openBackupNames(config: { dataDir: string; databaseUrl?: string }): BackupNames {
  const folder = backupFolder(config)
  return async () => {
    if (config.databaseUrl) return undefined
    return existsSync(folder) ? await readdir(folder) : []
  }
}
