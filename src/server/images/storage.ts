import { busy } from '../lib/errors.ts'

/** Stores pictures under keys such as `3fa2b1c9/640.avif`. Each method throws ShopError 503 when it fails for the moment. */
export interface ImageStorage {
  /** Stores the bytes under the key, whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or undefined for an unknown key. */
  get(key: string): Promise<Buffer | undefined>
  /** Deletes all keys that begin with `id/`. */
  remove(id: string): Promise<void>
  /** Every key, in no particular order. */
  keys(): AsyncIterable<string>
}

/** @param why is only logged */
export const unreachable = (why: Error) =>
  busy(why, 'The storage of pictures does not answer. Please try again in a moment.', 5)
