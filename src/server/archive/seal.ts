import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sealedName } from './sealed-name.ts'

/** Makes a new secret key, the value of ARCHIVE_KEY. */
export const newKey = (): Promise<string> => generateX25519Identity()

/**
 * Writes content into a file of the folder: compressed by zstd and encrypted by age, so that `age -d` and `zstd -d` open it too.
 * The file is complete or does not exist; its name contains the SHA-256 of its bytes.
 * @param key a secret key of age
 * @returns the path of the file
 */
export async function seal(
  content: AsyncIterable<unknown>,
  name: string,
  folder: string,
  key: string,
  signal?: AbortSignal,
): Promise<string> {
  const unfinished = path.join(folder, `${name}.partial`)
  const hash = createHash('sha256')
  try {
    await pipeline(
      content,
      createZstdCompress(),
      chunks => encrypted(chunks, key, hash),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
      { signal },
    )
    const file = path.join(folder, sealedName({ name, hash: hash.digest('hex') }))
    await rename(unfinished, file)
    return file
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Writes the content of a sealed file into `sink`.
 * @throws Error when the file is damaged, cut off, or was sealed for another key
 */
export const unseal = (
  sealed: Readable,
  sink: NodeJS.WritableStream,
  key: string,
  signal?: AbortSignal,
): Promise<void> => pipeline(sealed, chunks => decrypted(chunks, key), createZstdDecompress(), sink, { signal })

/** The SHA-256 of a stream, in hex. */
export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

async function* encrypted(chunks: AsyncIterable<Uint8Array>, key: string, hash: Hash) {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  for await (const chunk of await encrypter.encrypt(webStream(chunks))) {
    hash.update(chunk)
    yield chunk
  }
}

async function* decrypted(chunks: AsyncIterable<Uint8Array>, key: string) {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  yield* await decrypter.decrypt(webStream(chunks))
}

const webStream = (chunks: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(chunks) as globalThis.ReadableStream<Uint8Array>
