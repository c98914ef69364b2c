import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { withOwnConnection } from '../backups/own-connection.ts'
import type { Connection } from '../db/connection.ts'
import type { Archive } from './archive.ts'
import { baseName, basePrefix } from './layout.ts'
import { seal } from './seal.ts'
import { deliver } from './ship.ts'

interface Source {
  archive: Archive
  connection: Connection
  /** The folder of the database's files. */
  folder: string
  outgoing: string
  system: string
  now: () => Date
}

/**
 * Copies all files of the running database into the archive, between `pg_backup_start` and `pg_backup_stop`, so that a restore
 * can begin with them and replay the log.
 * See https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 * @returns its name in the archive, and the bytes that it has there
 */
export async function copyBase(
  { archive, connection, folder, outgoing, system, now }: Source,
  signal?: AbortSignal,
): Promise<{ file: string; bytes: number }> {
  await mkdir(outgoing, { recursive: true, mode: 0o700 })
  return await withOwnConnection(connection, async client => {
    const { rows: started } = await client.query(
      `select pg_walfile_name(pg_backup_start('vitrine', fast => true)) as segment`,
    )
    const tar = pack()
    let stop = ''
    let endedAt = now()
    const filling = (async () => {
      await addFiles(tar, folder)
      const { rows } = await client.query(
        `select labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
      )
      endedAt = now()
      stop = rows[0].segment
      tar.entry({ name: 'backup_label', mode: 0o600 }, rows[0].labelfile)
      await addFile(tar, folder, controlFile)
      tar.finalize()
    })()
    filling.catch(error => tar.destroy(error))
    const [sealed] = await Promise.all([seal(tar, 'base', outgoing, archive.key, signal), filling])
    const { size: bytes } = await stat(sealed)
    const key = basePrefix(system) + path.basename(sealed).replace('base', baseName(endedAt, started[0].segment, stop))
    await deliver(archive, key, sealed, signal).finally(() => rm(sealed, { force: true }))
    return { file: path.basename(key), bytes }
  })
}

/** Copied last, as pg_basebackup does it. */
const controlFile = 'global/pg_control'

/** Folders whose content PostgreSQL makes anew; the log comes from the archive. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'pg_internal.init'])

async function addFiles(tar: Pack, folder: string, below = ''): Promise<void> {
  for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name)
    if (name === controlFile || leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue
    if (entry.isFile()) await addFile(tar, folder, name)
    else if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: 0o700 })
      if (!emptied.has(name)) await addFiles(tar, folder, name)
      else if (name === 'pg_wal') tar.entry({ name: 'pg_wal/archive_status', type: 'directory', mode: 0o700 })
    }
  }
}

/** A file that is deleted meanwhile is left out; the replay of the log deletes it too. */
async function addFile(tar: Pack, folder: string, name: string): Promise<void> {
  const file = await open(path.join(folder, name)).catch(noneIfMissing)
  if (!file) return
  const { size } = await file.stat()
  await pipeline(Readable.from(exactly(file, size)), tar.entry({ name, size, mode: 0o600 }))
}

/** A file may grow or shrink while it is read: the replay of the log makes either right. */
async function* exactly(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  let missing = bytes
  try {
    while (missing > 0) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(missing, pieceBytes)))
      const piece = bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer // it has shrunk: zeros
      missing -= piece.length
      yield piece
    }
  } finally {
    await file.close()
  }
}

const pieceBytes = 2 ** 18

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
