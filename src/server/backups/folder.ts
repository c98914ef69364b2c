import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** The folder of the backups. */
export const backupFolder = ({ dataDir }: { dataDir: string }) => path.join(dataDir, 'backups')

/** Lists the backups that exist; undefined when this process cannot know. */
export type BackupNames = () => Promise<string[] | undefined>

/**
 * With an embedded database there is one machine, so its folder has all backups. With several machines, another one may have
 * made a backup.
 */
export function openBackupNames(config: { dataDir: string; databaseUrl?: string }): BackupNames {
  const folder = backupFolder(config)
  return async () => {
    if (config.databaseUrl) return undefined
    return existsSync(folder) ? await readdir(folder) : []
  }
}
