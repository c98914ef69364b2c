import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ArchivePlace } from './place.ts'

/** Keeps the archive as files below `root`, readable by their owner only. */
export function folderPlace(root: string): ArchivePlace {
  return {
    name: `the folder ${root}`,
    isHere: true,
    async put(key, file) {
      const target = path.join(root, key)
      const unfinished = `${target}.${randomUUID()}.partial`
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyFile(file, unfinished, constants.COPYFILE_FICLONE)
        await sync(unfinished)
        await rename(unfinished, target)
        await sync(path.dirname(target))
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    async get(key) {
      const file = await open(path.join(root, key))
      return file.createReadStream()
    },
    async *list(prefix) {
      const folder = path.join(root, prefix)
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
      const files = found.filter(entry => entry.isFile() && !entry.name.endsWith('.partial'))
      const paths = files.map(entry => path.join(entry.parentPath, entry.name)).toSorted()
      for (const file of paths) {
        const { size: bytes, mtime: storedAt } = await stat(file)
        yield { key: path.relative(root, file), bytes, storedAt }
      }
    },
    remove: key => rm(path.join(root, key), { force: true }),
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Makes a file, or the names in a folder, survive a power failure. */
async function sync(target: string): Promise<void> {
  const handle = await open(target)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
