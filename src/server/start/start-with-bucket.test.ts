import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { keysOf, startS3 } from '../images/images.fixture.ts'
import { s3Storage } from '../images/s3.ts'

const { db, connection, close } = await testDatabase()
const s3 = await startS3()
let dataDir: string
let shop: Shop | undefined
beforeAll(async () => {
  dataDir = await temporaryFolder()
})
afterAll(async () => {
  shop?.kill('SIGKILL')
  await shop?.ended
  await s3.close()
  await close()
  await rm(dataDir, { recursive: true })
})

test('a shop with a bucket reports it at the start, and stores and serves its pictures there', async () => {
  const { endpoint = '', accessKeyId, secretAccessKey, bucket } = s3.settings
  shop = await startShop({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(connection),
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  const { url, output } = shop
  expect(output()).toContain(`Its pictures are in the bucket pictures at ${s3.settings.endpoint}.`)
  expect(output()).not.toContain('S3RVER')
  const headers = await signIn(db, await createUser(db, { role: 'admin' }))
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const body = JSON.stringify({ image: `data:image/png;base64,${bytes.toString('base64')}` })
  const type = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/uploadImage`, { method: 'POST', body, headers: { ...headers, ...type } })
  expect(answer.status).toBe(200)
  expect(await keysOf(s3Storage(s3.settings))).toHaveLength(8)
  expect((await fetch(url + new URL(await answer.text()).pathname)).status).toBe(200)
})
