import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { keysOf, startBadS3, startS3 } from '../images/images.fixture.ts'
import { s3Storage } from '../images/s3.ts'

const { db, connection, close } = await testDatabase()
const s3 = await startS3()
let dataDir: string
let shop: Shop | undefined
beforeAll(async () => {
  dataDir = await temporaryFolder()
})
afterEach(async () => {
  shop?.kill('SIGKILL')
  await shop?.ended
})
afterAll(async () => {
  await s3.close()
  await close()
  await rm(dataDir, { recursive: true })
})

async function open({ endpoint: S3_ENDPOINT = '', accessKeyId, secretAccessKey, bucket } = s3.settings) {
  shop = await startShop({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(connection),
    S3_BUCKET: bucket,
    S3_ENDPOINT,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  return shop
}

test('a shop with a bucket reports it at the start, and stores and serves its pictures there', async () => {
  const { url, output } = await open()
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

test('a missing bucket is reported in one sentence', async () => {
  const refused = await open({ ...s3.settings, bucket: 'nobodys' })
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim().split('\n')).toEqual([
    expect.stringMatching(/"msg":"Vitrine .* starts"\}$/),
    `There is no bucket nobodys at ${s3.settings.endpoint}: create it, or correct S3_BUCKET.`,
  ])
})

test('a shop starts although its storage fails at the moment', async () => {
  const bad = await startBadS3((_, response) => response.writeHead(500).end())
  const { url } = await open(bad.settings)
  expect((await fetch(`${url}/api/products`)).status).toBe(200)
  expect((await fetch(`${url}/images/abc/320.webp`)).status).toBe(503)
  await bad.close()
})
