import type { Readable } from 'node:stream'

/** A file of the archive, as a place lists it. */
export interface Stored {
  /** Its path in the archive, such as `wal/7312/0000000100000000000000A4.<hash>.zst.age`. */
  key: string
  bytes: number
  storedAt: Date
}

/** A folder or a bucket that holds the archive. Each method throws when the place does not answer. */
export interface ArchivePlace {
  /** For sentences, such as `the bucket shop-archive`. */
  name: string
  /** Whether it is lost with this machine. */
  isHere: boolean
  /** Stores a file under the key, whole or not at all; a file that is there already stays. */
  put(key: string, file: string, signal?: AbortSignal): Promise<void>
  /** @throws Error when there is no such file */
  get(key: string): Promise<Readable>
  /** All files whose key begins with the prefix, which ends with a slash, in the order of their keys. */
  list(prefix: string): AsyncIterable<Stored>
  remove(key: string): Promise<void>
}
