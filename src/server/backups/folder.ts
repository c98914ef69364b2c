import path from 'node:path'

/** Where backups are kept. */
export const backupFolder = ({ dataDir }: { dataDir: string }) => path.join(dataDir, 'backups')
