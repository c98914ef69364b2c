import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Settings } from '../config/settings.ts'
import type { ImageStorage } from './storage.ts'

const key = 'S3RVER'
const bucket = 'pictures'

/** A server that speaks S3, with one empty bucket. */
export async function startS3() {
  const directory = await mkdtemp('/tmp/vitrine-s3-')
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    resetOnClose: true,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    settings: settingsFor(port),
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** A server at the address of an S3 storage, with responses of its own. */
export async function startBadS3(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: settingsFor(port),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export const settingsFor = (port: number): S3Settings => ({
  bucket,
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  accessKeyId: key,
  secretAccessKey: key,
})

export async function keysOf(storage: ImageStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.keys()) keys.push(key)
  return keys.toSorted()
}
