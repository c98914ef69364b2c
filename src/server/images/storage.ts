import { busy } from '../lib/errors.ts'

/** Where pictures are kept, by a key such as `3fa2b1c9/640.avif`. Each throws ShopError 503 when it cannot do it now. */
export interface ImageStorage {
  /** Keeps the bytes under the key: afterwards they are there whole, or not at all. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or undefined when the key is unknown. */
  get(key: string): Promise<Buffer | undefined>
  /** Deletes all whose key begins with `id/`. */
  remove(id: string): Promise<void>
  /** Every key, in no order. */
  keys(): AsyncIterable<string>
}

/** @param why for the log alone */
export const unreachable = (why: Error) =>
  busy(why, 'The storage of pictures does not answer. Please try again in a moment.', 5)
