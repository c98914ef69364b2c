import { randomBytes } from 'node:crypto'
import type { TryResult } from '#domain/settings/setup.ts'
import type { Config } from '../../config/settings.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { ShopError } from '../../lib/errors.ts'
import { failed, worked } from './deadline.ts'

interface PictureTry {
  config: Pick<Config, 's3'>
  images: ImageStorage
  /** A UUID. */
  id: string
}

/** Writes, reads and deletes a small object in the storage of pictures. @returns what happened; it throws nothing */
export async function tryPictures({ config, images, id }: PictureTry): Promise<TryResult> {
  const [key, bytes] = [`${id}/1.webp`, randomBytes(64)]
  try {
    await images.put(key, bytes)
    const found = await images.get(key)
    await images.remove(id)
    if (!found?.equals(bytes)) return failed('The storage of pictures does not return what was written to it.')
    if (await images.get(key)) return failed('The storage of pictures does not delete what is to be deleted.')
  } catch (error) {
    return failed(config.s3 ? bucketFailure(error) : folderFailure(error))
  }
  return worked(`A test picture was written, read and deleted in the ${config.s3 ? 'bucket' : 'folder images'}.`)
}

const refusals: [RegExp, string][] = [
  [/\bNoSuchBucket\b/, 'There is no such bucket: create it, or correct S3_BUCKET.'],
  [
    /\b(InvalidAccessKeyId|SignatureDoesNotMatch)\b/,
    'The storage does not know the key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  ],
  [/\bAccessDenied\b/, 'The key may not use the bucket: allow it to list, read, write and delete there.'],
  [/\b(PermanentRedirect|AuthorizationHeaderMalformed)\b/, 'The bucket is in another region: set S3_REGION to it.'],
]

function bucketFailure(error: unknown): string {
  const { cause } = error as Error
  const reason = cause instanceof Error ? cause.message : ''
  return (
    refusals.find(([text]) => text.test(reason))?.[1] ??
    'The storage of pictures does not answer: check S3_ENDPOINT and S3_REGION.'
  )
}

const folderFailure = (error: unknown) =>
  error instanceof ShopError
    ? error.message
    : 'The shop may not write into its folder of pictures: whoever runs the server gives it the right to.'
