import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where pictures are kept, by a key such as `3fa2b1c9/640.avif`. */
export interface ImageStorage {
  /** Keeps the bytes under the key: afterwards they are there whole, or not at all. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or undefined when the key is unknown. */
  get(key: string): Promise<Buffer | undefined>
  /** Deletes all whose key begins with `id/`. */
  remove(id: string): Promise<void>
}

/** Pictures as plain files below `folder`. */
export function diskStorage(folder: string): ImageStorage {
  return {
    async put(key, bytes) {
      const file = join(folder, key)
      await mkdir(dirname(file), { recursive: true })
      const unfinished = `${file}.${randomUUID()}`
      await writeFile(unfinished, bytes)
      await rename(unfinished, file)
    },
    async get(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(id) {
      await rm(join(folder, id), { recursive: true, force: true })
    },
  }
}
