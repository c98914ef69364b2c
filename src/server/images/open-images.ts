import path from 'node:path'
import type { Config } from '../config/settings.ts'
import { diskStorage } from './disk.ts'
import type { ImageStorage } from './storage.ts'

/**
 * Opens the storage that the settings select: a bucket, or else a folder in DATA_DIR.
 * @throws StartupError when the bucket cannot be used, with one sentence for the owner
 */
export async function openImages({
  s3,
  dataDir,
  archive,
}: Pick<Config, 's3' | 'dataDir'> & Partial<Pick<Config, 'archive'>>): Promise<ImageStorage> {
  if (!s3) {
    const folder = openFolder({ dataDir })
    return archive ? (await import('../archive/pictures.ts')).notingPictures(folder, dataDir) : folder
  }
  const { s3Storage } = await import('./s3.ts') // a shop without a bucket saves a fifth of a second at start
  const { checkBucket } = await import('../buckets/client.ts')
  await checkBucket(s3)
  return s3Storage(s3)
}

/** The picture folder in DATA_DIR. */
export const openFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => diskStorage(path.join(dataDir, 'images'))
