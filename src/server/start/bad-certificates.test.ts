import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import path from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { type Certified, certifyLocalhost, daysFromNow, makeIssuer } from '../../../tests/support/certificates.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { startShop } from '../../../tests/support/shop.ts'
import { checkBucket } from '../buckets/client.ts'
import { openShopDatabase } from '../db/open.ts'
import { s3Storage } from '../images/s3.ts'
import { certificateError } from '../lib/certificates.ts'
import { systemClock } from '../lib/clock.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { stripePayments } from '../payments/stripe/stripe.ts'

const issuer = makeIssuer()
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, issuer.cert]))
afterAll(() => setDefaultCACertificates(usual))
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise(resolve => server.close(resolve))
})

const expired = certifyLocalhost({ from: daysFromNow(-90), to: daysFromNow(-1), issuer })
const early = certifyLocalhost({ from: daysFromNow(1), to: daysFromNow(90), issuer })
const selfSigned = certifyLocalhost({ from: daysFromNow(-1), to: daysFromNow(90) })
const good = certifyLocalhost({ from: daysFromNow(-1), to: daysFromNow(90), issuer })

/** Starts a server with this certificate, which answers only clients that accept it. Returns its port. */
async function standIn(certified: Certified): Promise<number> {
  const server = createServer(certified, (_, response) => response.writeHead(404).end('{}'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

const sentences = [
  ['expired', expired, 'The certificate of localhost has expired, or the clock of this machine is wrong.'],
  ['not valid yet', early, 'The certificate of localhost is not valid yet, or the clock of this machine is wrong.'],
  [
    'of an unknown issuer',
    selfSigned,
    'The certificate of localhost comes from nobody this machine trusts: if it is one of your own, name its issuer in NODE_EXTRA_CA_CERTS.',
  ],
] as const

test.each(sentences)(
  'a payment provider whose certificate is %s: the cart and the order stay, and the error says so',
  async (_, certified, sentence) => {
    const { shop, app, db } = await shopWith(certified)
    const { id } = await createProduct(db)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/orders/create-checkout-session',
      payload: { products: [{ _id: id, quantity: 1 }] },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe(
      'The payment page cannot be opened right now. Your cart is kept: please try again in a moment.',
    )
    expect(await db.selectFrom('order').select('payment_state').execute()).toEqual([{ payment_state: 'awaiting' }])
    const asked = shop.payments.provider.findSession('cs_test_1')
    await expect(asked).rejects.toThrow(new ProviderUnavailable(sentence))
  },
)

async function shopWith(certified: Certified) {
  const server = { host: 'localhost', port: await standIn(certified), protocol: 'https' } as const
  const provider = stripePayments({ secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], server, clock: systemClock })
  const payments = {
    provider,
    pages: async () => undefined,
    sendEventsTo: () => undefined,
    close: async () => undefined,
  }
  return await testApp({ payments })
}

const bucket = { bucket: 'pictures', region: 'auto', accessKeyId: 'AKIA1', secretAccessKey: 's3cr3t' }

test('a shop starts with a storage whose certificate has expired, and refuses one with an untrusted certificate', async () => {
  const at = async (certified: Certified) => ({ ...bucket, endpoint: `https://localhost:${await standIn(certified)}` })
  await checkBucket(await at(expired))
  await expect(checkBucket(await at(selfSigned))).rejects.toThrow(/^The certificate of localhost:\d+ comes from nobody/)
  const read = s3Storage(await at(expired)).get('abc/320.webp')
  await expect(read).rejects.toMatchObject({
    statusCode: 503,
    cause: { message: expect.stringMatching(/The certificate of localhost:\d+ has expired/) },
  })
  expect(
    await s3Storage(await at(good))
      .get('abc/320.webp')
      .catch((error: Error) => certificateError(error.cause, '')),
  ).toBeUndefined()
})

test('a start is refused when the certificate of the database has expired, and the error says so', async () => {
  const folder = await temporaryFolder()
  const server = createPlainServer(socket => {
    socket.on('error', () => undefined) // the client closes the connection
    socket.once('data', () => {
      socket.write('S') // PostgreSQL's answer that it accepts TLS
      new TLSSocket(socket, { isServer: true, ...expired }).on('error', () => undefined)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgres://shop@localhost:${port}/shop?sslmode=verify-full`
  await expect(openShopDatabase({ databaseUrl, dataDir: folder, processes: 1 })).rejects.toThrow(
    `The database localhost:${port}/shop of DATABASE_URL cannot be reached. The certificate of localhost:${port} has expired, or the clock of this machine is wrong.`,
  )
  await new Promise(resolve => server.close(resolve))
  await rm(folder, { recursive: true })
})

test('a running shop logs that the certificate of its storage or its mail server has expired', async () => {
  const folder = await temporaryFolder()
  const { db, connection } = await testApp()
  const storage = await standIn(expired)
  const mail = createTlsServer({ ...expired }, socket => socket.end())
  mail.on('tlsClientError', () => undefined) // the client closes the connection
  await new Promise<void>(resolve => mail.listen(0, '127.0.0.1', resolve))
  const { port } = mail.address() as AddressInfo
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, issuer.cert)
  const shop = await startShop({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(connection),
    NODE_EXTRA_CA_CERTS: authority,
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: `https://localhost:${storage}`,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    SMTP_URL: `smtps://localhost:${port}`,
  })
  expect((await fetch(`${shop.url}/images/abc/320.webp`)).status).toBe(503)
  expect((await fetch(`${shop.url}/api/products`)).status).toBe(200)
  const ready = await fetch(`${shop.url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { status: 'degraded', checks: { storage: 'unreachable' } },
  ])
  const email = {
    id: '019a0000-0000-7000-8000-000000000001',
    kind: 'password-reset' as const,
    address: 'admin@vitrine.example',
  }
  await db
    .insertInto('mail')
    .values({ ...email, created_at: new Date(), next_try_at: new Date() })
    .execute()
  const sentenceFor = (of: number) =>
    `The certificate of localhost:${of} has expired, or the clock of this machine is wrong.`
  await expect.poll(shop.output).toContain(sentenceFor(port))
  expect(
    shop
      .output()
      .split('\n')
      .filter(line => line.includes(sentenceFor(storage))),
  ).toHaveLength(1)
  shop.kill('SIGTERM')
  await shop.ended
  await new Promise(resolve => mail.close(resolve))
  await rm(folder, { recursive: true })
})
