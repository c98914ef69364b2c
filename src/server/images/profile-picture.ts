import { createHash } from 'node:crypto'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { busy } from '../lib/errors.ts'
import { readPicture } from './picture.ts'
import { saveFiles } from './save-files.ts'
import type { ImageStorage } from './storage.ts'

/** Width and height of a picture of somebody, in px. */
export const side = 320
/** Apart from the pictures of products, so that customers never keep the owner waiting. */
const inTurn = limitConcurrency(1, 8)
const atWork = new Set<string>()

/** Whether a picture is somebody's, kept as `320.webp` alone: it is so small that nothing stands in its place meanwhile. */
export const isProfilePicture = ({ placeholder }: { placeholder: string }): boolean => placeholder === ''

/**
 * Keeps the middle of a picture as one square WebP, `320.webp`; nothing of the original stays but what one sees. The same
 * picture kept twice is one.
 * @param userId who uploads it: one at a time
 * @returns its id, made from its content
 * @throws ShopError 415 for another format than JPEG, PNG, WebP, AVIF and GIF, 413 for over 24 megapixels, 400 for a
 * broken picture, 503 when another of this user is being made, too many are waiting or the storage fails
 */
export async function saveProfilePicture(
  { db, images, clock }: { db: Db; images: ImageStorage; clock: Clock },
  userId: string,
  bytes: Buffer,
): Promise<string> {
  if (atWork.has(userId)) throw busy()
  atWork.add(userId)
  try {
    const square = await inTurn(() => encode(bytes))
    const id = createHash('sha256').update(square).digest('hex').slice(0, 32)
    const row = { id, width: side, height: side, placeholder: '', created_at: clock.now() }
    await saveFiles({ db, images }, row, [[`${side}.webp`, square]])
    return id
  } finally {
    atWork.delete(userId)
  }
}

const encode = (bytes: Buffer) =>
  readPicture(bytes, upright =>
    upright.resize({ width: side, height: side, fit: 'cover' }).toColourspace('srgb').webp({ quality: 80 }).toBuffer(),
  )
