import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { busy } from '../lib/errors.ts'
import type { ImageStorage } from './storage.ts'

/** Stores pictures as plain files below `folder`. */
export function diskStorage(folder: string): ImageStorage {
  return {
    async put(key, bytes) {
      const file = join(folder, key)
      const unfinished = `${file}.${randomUUID()}`
      try {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(unfinished, bytes)
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw isCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? full(error as Error) : error
      }
    },
    async get(key) {
      return await unlessMissing(readFile(join(folder, key)))
    },
    async remove(id) {
      await rm(join(folder, id), { recursive: true, force: true })
    },
    async *keys() {
      const pictures = await unlessMissing(opendir(folder))
      for await (const { name: id } of pictures ?? [])
        for (const file of await filesIn(join(folder, id))) if (picture.test(file)) yield `${id}/${file}`
    },
  }
}

const picture = /^[^.]+\.(avif|webp)$/

/** The list is empty for a path that is not a folder, or has just been deleted. */
const filesIn = async (folder: string) => (await unlessMissing(readdir(folder))) ?? []

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

const isCode = (error: unknown, ...codes: string[]) => codes.includes((error as NodeJS.ErrnoException).code ?? '')

const full = (why: Error) => busy(why, 'There is no space left for pictures. Please try again later.', 60)
