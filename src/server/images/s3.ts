import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { clientFor, hostOf, isCode, sockets, whyOf } from '../buckets/client.ts'
import type { S3Settings } from '../config/settings.ts'
import { certificateError } from '../lib/certificates.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { ShopError } from '../lib/errors.ts'
import { type ImageStorage, unreachable } from './storage.ts'

const deadlineMs = 8_000
const waiting = 256

/**
 * Stores pictures as objects in a bucket of Amazon's S3 or any compatible storage.
 * @param limitMs the time limit of one request, in ms
 */
export function s3Storage(settings: S3Settings, limitMs = deadlineMs): ImageStorage {
  const { bucket: Bucket } = settings
  const client = clientFor(settings)
  const ask = asking(limitMs, hostOf(settings))

  async function* keys(Prefix?: string) {
    let ContinuationToken: string | undefined
    do {
      const list = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const { Contents = [], NextContinuationToken } = await ask(abortSignal => client.send(list, { abortSignal }))
      for (const { Key = '' } of Contents) if (pictureKey.test(Key)) yield Key
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken)
  }

  return {
    async put(Key, Body) {
      const ContentType = Key.endsWith('.avif') ? 'image/avif' : 'image/webp'
      const CacheControl = 'public, max-age=31536000, immutable'
      const put = new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl })
      await ask(abortSignal => client.send(put, { abortSignal }))
    },
    async get(Key) {
      const get = new GetObjectCommand({ Bucket, Key })
      return await ask(async abortSignal => {
        try {
          const { Body } = await client.send(get, { abortSignal })
          return Body && Buffer.from(await Body.transformToByteArray())
        } catch (error) {
          if (isCode(error, 'NoSuchKey')) return undefined
          throw error
        }
      })
    },
    async remove(id) {
      for await (const Key of keys(`${id}/`)) {
        const remove = new DeleteObjectCommand({ Bucket, Key })
        await ask(abortSignal => client.send(remove, { abortSignal }))
      }
    },
    keys: () => keys(),
  }
}

/** The bucket may also contain objects of others. */
const pictureKey = /^[^/]+\/[^/]+\.(avif|webp)$/

/** Wraps requests to the storage: they queue, have one time limit for the wait and all retries, and throw our own errors. */
function asking(limitMs: number, host: string) {
  const inTurn = limitConcurrency(sockets, waiting)
  return async <T>(question: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const ended = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      const message = `No answer within ${limitMs / 1000} s`
      timer = setTimeout(() => reject(new Error(message)), limitMs)
    })
    const answer = inTurn(() => (ended.signal.aborted ? tooLate : question(ended.signal)))
    try {
      return await Promise.race([answer, tooLate])
    } catch (error) {
      if (error instanceof ShopError) throw error
      throw unreachable(new Error(`The storage of pictures: ${certificateError(error, host) ?? whyOf(error)}`))
    } finally {
      clearTimeout(timer)
      ended.abort()
    }
  }
}
