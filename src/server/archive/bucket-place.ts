import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { clientFor, hostOf, whyOf } from '../buckets/client.ts'
import type { S3Settings } from '../config/settings.ts'
import { certificateError } from '../lib/certificates.ts'
import type { ArchivePlace } from './place.ts'

const silenceMs = 20_000

/** Keeps the archive as objects of a bucket. */
export function bucketPlace(settings: S3Settings): ArchivePlace {
  const { bucket: Bucket } = settings
  const client = clientFor(settings, silenceMs)
  const name = `the bucket ${Bucket}`
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question
    } catch (error) {
      throw new Error(`${name} at ${hostOf(settings)}: ${certificateError(error, hostOf(settings)) ?? whyOf(error)}`)
    }
  }
  return {
    name,
    isHere: false,
    async put(Key, file, signal) {
      const upload = new Upload({ client, params: { Bucket, Key, Body: createReadStream(file) } })
      const abort = () => void upload.abort()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        await ask(upload.done())
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    async get(Key) {
      const { Body } = await ask(client.send(new GetObjectCommand({ Bucket, Key })))
      if (!Body) throw new Error(`${name} has no ${Key}`)
      return Body as Readable
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined
      do {
        const list = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const { Contents = [], NextContinuationToken } = await ask(client.send(list))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents)
          yield { key: Key, bytes: Size, storedAt: LastModified }
        ContinuationToken = NextContinuationToken
      } while (ContinuationToken)
    },
    async remove(Key) {
      await ask(client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
  }
}
