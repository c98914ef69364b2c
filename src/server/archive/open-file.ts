import { conflict } from '../lib/errors.ts'
import type { ArchivePlace } from './place.ts'
import { unseal } from './seal.ts'

/**
 * Writes the content of a file of the archive into `sink`.
 * @throws ShopError 409 with one sentence that names the file
 */
export async function openFile(
  place: ArchivePlace,
  key: string,
  sink: NodeJS.WritableStream,
  secret: string,
): Promise<void> {
  try {
    await unseal(await place.get(key), sink, secret)
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith('no identity matched')
      ? conflict(`The archive in ${place.name} was encrypted with another key than this ARCHIVE_KEY.`)
      : conflict(
          `${key} in ${place.name} cannot be read (${message}): restore to a moment before it with --to, or mend it from a copy.`,
        )
  }
}
