import { createHash } from 'node:crypto'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { busy } from '../lib/errors.ts'
import { readPicture } from './picture.ts'
import { saveFiles } from './save-files.ts'
import type { ImageStorage } from './storage.ts'

/** Width and height of a profile picture in px. */
export const side = 320
/** A separate queue from product pictures, so that customers never delay the owner. */
const inTurn = limitConcurrency(1, 8)
const atWork = new Set<string>()

/** Whether this is a profile picture, stored as `320.webp` alone: it is too small to need a placeholder. */
export const isProfilePicture = ({ placeholder }: { placeholder: string }): boolean => placeholder === ''

/**
 * Saves the centre of a picture as one square WebP, `320.webp`. Nothing of the original is stored but its visible pixels. The
 * same picture saved twice is one.
 * @param userId the user who uploads it: one at a time
 * @returns its id, derived from its content
 * @throws ShopError 415 for a format other than JPEG, PNG, WebP, AVIF and GIF, 413 for over 24 megapixels, 400 for a broken
 * picture, 503 when another of this user is being processed, too many are waiting or the storage fails
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
