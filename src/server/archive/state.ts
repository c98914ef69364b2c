import type { ArchiveState } from '#domain/integrity.ts'
import type { Config } from '../config/settings.ts'
import { findWaiting, outgoingFolder, readStatus } from './status.ts'

/** A segment is finished after 15 s, and shipped within seconds. */
const lateAfterMs = 2 * 60_000
/** The copy of the files is made every night. */
const baseIsLateAfterMs = 36 * 60 * 60_000

/** How far the archive of the embedded database is, for the Proof page; it is read from the folders of this machine. */
export async function findArchiveState(
  { archive, dataDir, databaseUrl }: Pick<Config, 'archive' | 'dataDir' | 'databaseUrl'>,
  now: Date,
): Promise<ArchiveState> {
  if (!archive || databaseUrl) return { state: 'off' }
  const status = await readStatus(dataDir)
  if (!status) return { state: 'late' }
  const { spool, shippedAt, base, failing } = status
  const { files, since } = await findWaiting(spool, outgoingFolder(dataDir))
  const isLate = since !== undefined && +now - +since > lateAfterMs
  const isOld = !base || +now - Date.parse(base.at) > baseIsLateAfterMs
  return {
    state: failing ? 'failing' : isLate || isOld ? 'late' : 'ok',
    shippedAt,
    copiedAt: base?.at,
    waiting: files,
    failing,
  }
}
