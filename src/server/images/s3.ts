import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/settings.ts'
import { certificateError, isOfTime } from '../lib/certificates.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { ShopError } from '../lib/errors.ts'
import { StartupError } from '../lib/startup-error.ts'
import { type ImageStorage, unreachable } from './storage.ts'

const deadlineMs = 8_000
const sockets = 32
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

/**
 * Checks that the bucket exists and the key has access. A temporary failure of the storage is accepted, because the shop sells
 * without pictures too.
 * @throws StartupError with one sentence for the owner
 */
export async function checkBucket(settings: S3Settings): Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: 'nothing/', MaxKeys: 1 })
  const client = clientFor(settings)
  try {
    await client.send(list, { abortSignal: AbortSignal.timeout(deadlineMs) })
  } catch (error) {
    const refusal = refusalOf(error, settings)
    if (refusal) throw new StartupError(refusal)
  } finally {
    client.destroy()
  }
}

function refusalOf(error: unknown, settings: S3Settings): string | undefined {
  const { bucket, endpoint = 'Amazon S3' } = settings
  const reason = certificateError(error, hostOf(settings))
  if (reason) return isOfTime(error) ? undefined : reason
  if (isCode(error, 'NoSuchBucket'))
    return `There is no bucket ${bucket} at ${endpoint}: create it, or correct S3_BUCKET.`
  if (isCode(error, 'InvalidAccessKeyId', 'SignatureDoesNotMatch'))
    return `The storage at ${endpoint} does not know this key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (isCode(error, 'AccessDenied'))
    return `This key may not use the bucket ${bucket}: allow it to list, read, write and delete there, or use another one.`
  if (isCode(error, 'PermanentRedirect', 'AuthorizationHeaderMalformed'))
    return `The bucket ${bucket} is in another region: set S3_REGION to it.`
  const isRefused = error instanceof S3ServiceException && error.$fault === 'client'
  if (isRefused) return `The bucket ${bucket} at ${endpoint} cannot be used (${whyOf(error)}): check the S3_ settings.`
  const { code = '' } = error as NodeJS.ErrnoException
  const isUnknown = /^(ENOTFOUND|ECONNREFUSED|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
  return isUnknown ? `There is no storage at ${endpoint} (${code}): check S3_ENDPOINT, and that it runs.` : undefined
}

const hostOf = ({ endpoint }: S3Settings) => (endpoint ? new URL(endpoint).host : 'Amazon S3')

const isCode = (error: unknown, ...codes: string[]) => error instanceof S3ServiceException && codes.includes(error.name)

/** The bucket may also contain objects of others. */
const pictureKey = /^[^/]+\/[^/]+\.(avif|webp)$/

function clientFor({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: sockets }
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Storages other than Amazon's do not support its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, httpAgent: agent, httpsAgent: agent },
  })
}

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

/** The code and the message of an error. The rest of the storage's response may contain a key. */
function whyOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  return [code ?? name, message].filter(Boolean).join(': ')
}
