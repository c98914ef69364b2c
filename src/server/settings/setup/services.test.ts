import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { readConfig } from '../../config/settings.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { openSmtpServer, readable } from '../../mail/transports/smtp.fixture.ts'
import { describeServices } from './services.ts'

const server = await openSmtpServer()
const stripe = { STRIPE_WEBHOOK_SECRET: 'whsec_1' }

async function openShop(settings: Record<string, string> = {}, parts: Parameters<typeof testApp>[0] = {}) {
  const { app, db, shop } = await testApp({ limits: noLimits, ...parts }, settings)
  const olga = await createUser(db, { role: 'admin', email: `olga-${Math.random()}@shop.test` })
  const headers = await signIn(db, olga)
  const send = async (method: 'GET' | 'POST', url: string) => {
    const response = await app.inject({ method, url: `/api/settings/services${url}`, headers })
    return { status: response.statusCode, ...response.json() }
  }
  return { app, db, shop, olga, send }
}
const withPassword = (password: string) => server.url.replace('//', `//shop:${password}@`)

const none = { madeAt: null, failedAt: null }
const stateOf = (settings: Record<string, string>, backups = none as Parameters<typeof describeServices>[1]) =>
  describeServices(readConfig(settings), backups, settings)

test('each service says its state, and which variables are set', () => {
  expect(stateOf({})).toEqual([
    {
      id: 'payments',
      isReady: false,
      sentence: 'Payments are simulated: no money moves, and no real card is accepted.',
      variables: [
        { name: 'PAYMENTS', isSet: false },
        { name: 'STRIPE_SECRET_KEY', isSet: false },
        { name: 'STRIPE_WEBHOOK_SECRET', isSet: false },
      ],
    },
    expect.objectContaining({ id: 'email', isReady: false, sentence: expect.stringContaining('folder outbox') }),
    expect.objectContaining({ id: 'pictures', isReady: true, sentence: expect.stringContaining('folder images') }),
    expect.objectContaining({ id: 'backups', isReady: false, sentence: expect.stringContaining('none has been made') }),
  ])
  const settings = {
    ...{ PUBLIC_ORIGIN: 'https://shop.example', STRIPE_SECRET_KEY: 'sk_live_a1', ...stripe },
    ...{ SMTP_URL: 'smtps://shop:secret1@mail.example' },
    ...{
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key2',
      S3_SECRET_ACCESS_KEY: 'secret3',
      MAIL_FROM: 'a@shop.example',
    },
  }
  const madeAt = new Date('2026-11-21T03:00:00Z')
  const services = stateOf(settings, { madeAt, failedAt: null })
  expect(services.map(({ isReady }) => isReady)).toEqual([true, true, true, true])
  expect(services.map(({ sentence }) => sentence)).toEqual([
    'Payments go to Stripe with live keys: cards are charged.',
    'E-mails are sent by a mail server, from a@shop.example.',
    'Pictures are stored with a storage provider.',
    'A backup is made every night into the folder backups beside the shop’s data; the last one was made on November 21, 2026.',
  ])
  expect(JSON.stringify(services)).not.toMatch(/a1|whsec|secret1|key2|secret3|mail\.example/)
  expect(stateOf({ STRIPE_SECRET_KEY: 'rk_test_1', ...stripe })[0]?.sentence).toContain('Stripe with test keys')
  const failedAt = new Date('2026-11-22T03:00:00Z')
  expect(stateOf({}, { madeAt, failedAt })[3]).toMatchObject({
    isReady: false,
    sentence: 'The last backup failed on November 22, 2026: the Proof page says why.',
  })
})

test('the services are for admins', async () => {
  const { app, db } = await openShop()
  const user = await signIn(db, await createUser(db))
  for (const [method, url] of [
    ['GET', 'services'],
    ['GET', 'checklist'],
    ['GET', 'first-run'],
    ['PUT', 'first-run'],
    ['POST', 'services/email/try'],
    ['POST', 'services/pictures/try'],
    ['POST', 'services/payments/try'],
    ['GET', 'services/payments/try/cs_test_1'],
  ] as const) {
    const ask = async (headers: Record<string, string>) => {
      const { statusCode } = await app.inject({ method, url: `/api/settings/${url}`, headers })
      return statusCode
    }
    expect([await ask({}), await ask(user)], url).toEqual([401, 403])
  }
})

test('a test e-mail goes to the admin by the mail server, in the layout of the shop', async () => {
  const { send, olga, db } = await openShop({ SMTP_URL: withPassword('silk') })
  expect(await send('POST', '/email/try')).toMatchObject({
    status: 200,
    data: { outcome: 'works', sentence: `A test e-mail is on its way to ${olga.email}.` },
  })
  const mail = server.emails.find(({ to }) => to.includes(olga.email))
  expect(readable(mail?.raw ?? '')).toContain('Your shop can send e-mails.')
  expect(await db.selectFrom('mail').selectAll().execute()).toEqual([])
  const { data } = await send('GET', '')
  expect(JSON.stringify(data)).not.toContain('silk')
})

test('without a mail server the test e-mail is in the outbox folder', async () => {
  const { send, shop } = await openShop()
  expect(await send('POST', '/email/try')).toMatchObject({
    status: 200,
    data: { outcome: 'incomplete', sentence: 'There is no mail server: the e-mail is in the outbox folder.' },
  })
  expect(await readdir(path.join(shop.config.dataDir, 'outbox'))).toEqual([expect.stringMatching(/\.eml$/)])
})

test.each([
  [
    'a wrong password',
    withPassword('linen'),
    'The mail server refuses the password: correct the name and the password',
  ],
  ['no server', 'smtp://127.0.0.1:1', 'The mail server does not answer: check the host and the port in SMTP_URL.'],
])('%s is said in one sentence', async (_, SMTP_URL, sentence) => {
  const { send } = await openShop({ SMTP_URL })
  const answer = await send('POST', '/email/try')
  expect(answer).toMatchObject({ status: 200, data: { outcome: 'fails', sentence: expect.stringContaining(sentence) } })
  expect(JSON.stringify(answer)).not.toContain('linen')
})

test('a mail server that falls silent does not answer, within ten seconds', async () => {
  const { send } = await openShop({ SMTP_URL: server.url })
  server.state.behaviour = 'hangs'
  const began = performance.now()
  const { data } = await send('POST', '/email/try')
  server.state.behaviour = 'accepts'
  expect(data.sentence).toBe('The mail server does not answer: check the host and the port in SMTP_URL.')
  expect(performance.now() - began).toBeLessThan(11_000)
}, 20_000)

test('a recipient whom the mail server refuses is named with its reason', async () => {
  const { send, db, olga } = await openShop({ SMTP_URL: server.url })
  await db.updateTable('user').set({ email: 'unknown@shop.test' }).where('id', '=', olga.id).execute()
  expect((await send('POST', '/email/try')).data).toEqual({
    outcome: 'fails',
    sentence: 'The mail server refuses an e-mail to unknown@shop.test: 550 5.1.1 No such user',
  })
})

test('a test picture is written, read and deleted', async () => {
  const { send, shop } = await openShop()
  expect(await send('POST', '/pictures/try')).toMatchObject({
    status: 200,
    data: { outcome: 'works', sentence: 'A test picture was written, read and deleted in the folder images.' },
  })
  const keys: string[] = []
  for await (const key of shop.images.keys()) keys.push(key)
  expect(keys).toEqual([])
})

test('a bucket that refuses the key is said without the key', async () => {
  const { unreachable } = await import('../../images/storage.ts')
  const refuse = async () => {
    throw unreachable(new Error('The storage of pictures: InvalidAccessKeyId: The key AKIA7 does not exist.'))
  }
  const images = { put: refuse, get: refuse, remove: refuse } as unknown as ImageStorage
  const bucket = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'AKIA7', S3_SECRET_ACCESS_KEY: 'secret3' }
  const { send } = await openShop(bucket, { images })
  expect((await send('POST', '/pictures/try')).data).toEqual({
    outcome: 'fails',
    sentence: 'The storage does not know the key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  })
})

test('a storage that loses what was written is noticed', async () => {
  const images = { put: async () => {}, get: async () => undefined, remove: async () => {} } as unknown as ImageStorage
  const { send } = await openShop({}, { images })
  expect((await send('POST', '/pictures/try')).data.sentence).toBe(
    'The storage of pictures does not return what was written to it.',
  )
})

test('each service can be tried five times a minute', async () => {
  const { send } = await openShop({}, { limits: undefined })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await send('POST', '/pictures/try')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await send('POST', '/email/try')).status).toBe(200)
})
