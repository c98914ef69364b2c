import { heicError, pictureKinds } from '#domain/products/fields/picture-field.ts'
import type { Db } from '../../db/connection.ts'
import { savePicture } from '../../images/picture.ts'
import type { ImageStorage } from '../../images/storage.ts'
import type { Clock } from '../../lib/clock.ts'
import { ShopError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'
import { attachEverywhere } from './attach-picture.ts'
import { type ClaimedDownload, claimDownload, failDownload, releaseDownload } from './claim-download.ts'
import { DownloadError, fetchPicture } from './fetch-picture.ts'
import type { Internet } from './internet.ts'

const lookEveryMs = 2_000
const maxAtOnce = 2

interface DownloadContext {
  db: Db
  images: ImageStorage
  clock: Clock
  internet: Internet
}

/**
 * Fetches every picture that is due, two at once, and attaches each to its products. Any number of processes may run it at the
 * same time.
 * @param signal stops it; what was being fetched is left to the next run
 */
export async function downloadDue(context: DownloadContext, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []

  async function work(lane: number): Promise<void> {
    let others: Promise<void> | undefined
    try {
      while (!signal.aborted) {
        const claimed = await claimDownload(context)
        if (!claimed) break
        if (lane < maxAtOnce) others ??= work(lane + 1)
        await download(context, claimed, signal)
      }
    } catch (error) {
      failures.push(error)
    }
    await others
  }

  await work(1)
  if (failures.length > 0) throw failures[0]
}

async function download(context: DownloadContext, claimed: ClaimedDownload, signal: AbortSignal): Promise<void> {
  const result = await fetchAndSave(context, claimed.address, signal)
  if (result === undefined) await releaseDownload(context, claimed)
  else if (typeof result === 'string') await attachEverywhere(context, claimed, result)
  else await failDownload(context, claimed, result)
}

/** @returns the id of the saved picture, or why there is none; undefined when it was stopped */
async function fetchAndSave(
  context: DownloadContext,
  address: string,
  signal: AbortSignal,
): Promise<string | DownloadError | undefined> {
  try {
    const bytes = await fetchPicture(context.internet, address, signal)
    return signal.aborted ? undefined : await savePicture(context, bytes)
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof DownloadError) return error
    if (error instanceof ShopError)
      return new DownloadError(reasonOf(error), { isFinal: error.statusCode < 500, cause: error })
    throw error
  }
}

/** The sentences of an upload speak to somebody who can choose another file. */
function reasonOf({ statusCode, message }: ShopError): string {
  if (statusCode === 415 && message !== heicError) return `This is no picture in one of the formats ${pictureKinds}.`
  return statusCode === 400 ? 'This picture cannot be read.' : message
}

/**
 * Fetches the pictures of imports while the shop runs.
 * @returns a handle whose `close` stops it; what was being fetched is left to the next start
 */
export const startDownloads = (context: DownloadContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } =>
  runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      run: signal => downloadDue(context, signal),
      messageFor: () => 'pictures of imports could not be fetched, the shop will try again',
    },
    log,
  )
