import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../tests/support/shop.ts'
import { readConfig } from '../../config/settings.ts'
import type { Email } from './mailer.ts'
import { openMailer } from './open-mailer.ts'
import { openSmtpServer, readable } from './smtp.fixture.ts'

const email: Email = {
  id: '019a0000-0000-7000-8000-000000000001',
  sender: { name: 'Vitrine', address: '' },
  to: 'ada@example.com',
  subject: 'Your order 1 – thank you',
  text: 'Thank you.\n\nSilk dress – 1',
  html: '<p>Thank you.</p>',
  link: 'http://shop.test/orders/1',
}

const logged: { about: object; message: string }[] = []
const log = { info: (about: object, message: string) => void logged.push({ about, message }) }
let dataDir: string
let server: Awaited<ReturnType<typeof openSmtpServer>>
beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/vitrine-outbox-')
  server = await openSmtpServer()
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(() => {
  logged.length = 0
  server.emails.length = 0
  Object.assign(server.state, { behaviour: 'accepts', asked: 0 })
})
afterEach(() => rm(path.join(dataDir, 'outbox'), { recursive: true, force: true }))

const mailer = (settings: Record<string, string> = {}) =>
  openMailer(readConfig({ DATA_DIR: dataDir, PAYMENTS: 'sandbox', ...settings }), log)
const bySmtp = () => mailer({ SMTP_URL: server.url })
const inOutbox = () => readdir(path.join(dataDir, 'outbox'))

test('without a mail server an e-mail becomes a file that only its owner can read', async () => {
  await mailer().send(email)
  expect(await inOutbox()).toEqual([`${email.id}.eml`])
  const file = path.join(dataDir, 'outbox', `${email.id}.eml`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
  const text = readable(await readFile(file, 'latin1'))
  expect(text).toContain('From: Vitrine <hello@vitrine.example>\n')
  expect(text).toContain('To: ada@example.com\n')
  expect(text).toContain(`Message-ID: <${email.id}@vitrine.example>\n`)
  expect(text).toContain('Silk dress – 1')
  expect(text).toContain('<p>Thank you.</p>')
})

test('an e-mail sent ten times at once is one complete file', async () => {
  const box = mailer()
  await Promise.all(Array.from({ length: 10 }, () => box.send(email)))
  expect(await inOutbox()).toEqual([`${email.id}.eml`])
})

test('a long link is on one line of the file, to be copied', async () => {
  const link = `http://shop.test/reset-password#${'aZ_-'.repeat(40)}`
  await mailer().send({ ...email, link, text: `Choose a new password: ${link}` })
  const lines = (await readFile(path.join(dataDir, 'outbox', `${email.id}.eml`), 'latin1')).split(/\r?\n/)
  expect(lines).toContain(`X-Link: ${link}`)
})

test('the log shows the link of an e-mail on a loopback origin, but only its file on any other', async () => {
  await mailer().send(email)
  expect(logged).toEqual([
    { about: { file: expect.stringMatching(/\.eml$/), link: email.link }, message: expect.any(String) },
  ])
  logged.length = 0
  await mailer({ PUBLIC_ORIGIN: 'https://shop.example' }).send(email)
  expect(logged).toEqual([{ about: { file: expect.stringMatching(/\.eml$/) }, message: expect.any(String) }])
})

test('files of e-mails that the shop no longer knows are deleted, unfinished ones too', async () => {
  const other = { ...email, id: '019a0000-0000-7000-8000-000000000002' }
  const unfinished = path.join(dataDir, 'outbox', `${email.id}.eml.9c1d0f62-8a54-4a5e-9f3b-0c2f5a7a1b11`)
  const own = path.join(dataDir, 'outbox', 'notes.txt')
  const fileMailer = mailer()
  await fileMailer.deleteUnknown?.(async () => []) // there is no outbox yet
  await fileMailer.send(email)
  await fileMailer.send(other)
  for (const file of [unfinished, own]) await writeFile(file, 'x')
  const asked: string[][] = []
  const known = (saved: string[]) => async (ids: string[]) => {
    asked.push(ids)
    return saved
  }
  await fileMailer.deleteUnknown?.(known([email.id, other.id]))
  expect(await inOutbox()).toHaveLength(4)
  await fileMailer.deleteUnknown?.(known([other.id]))
  expect((await inOutbox()).sort()).toEqual([`${other.id}.eml`, 'notes.txt'])
  expect(new Set(asked.flat())).toEqual(new Set([email.id, other.id]))
})

test('sending fails when the outbox cannot be written to', async () => {
  await expect(mailer({ DATA_DIR: '/dev/null' }).send(email)).rejects.toThrow()
})

test('with a mail server an e-mail is sent there, with its id as the Message-ID', async () => {
  await bySmtp().send(email)
  await bySmtp().send(email)
  expect(server.emails.map(({ to }) => to)).toEqual([['ada@example.com'], ['ada@example.com']])
  for (const { raw } of server.emails) expect(raw).toContain(`Message-ID: <${email.id}@vitrine.example>`)
})

test.each([
  'x@example.com\r\nBcc: eve@example.com',
  'x@example.com,eve@example.com',
  'x@example.com> <eve@example.com',
  'a,b@example.com',
])('the address %j adds no second recipient and no header', async to => {
  const refusal = await bySmtp()
    .send({ ...email, to })
    .catch((error: Error) => error)
  await bySmtp().send(email) // the server is there, so a refusal is about the address
  expect(server.emails).toHaveLength(refusal ? 1 : 2)
  for (const { to: recipients, raw } of server.emails) {
    expect(recipients).toHaveLength(1)
    expect(recipients[0]).not.toBe('eve@example.com')
    expect(raw).not.toMatch(/^Bcc:/im)
  }
})

test.each(['<a@b.example>', '<ada@example.com', 'ada@example.com\u2028'])(
  'an e-mail to the address %j of an old account is refused',
  async to => {
    await expect(bySmtp().send({ ...email, to })).rejects.toMatchObject({ name: 'MailRefused', isFinal: true })
    await expect(mailer().send({ ...email, to })).rejects.toMatchObject({ name: 'MailRefused', isFinal: true })
    expect(server.emails).toEqual([])
  },
)

test('the mail server gets exactly the address of the account', async () => {
  await bySmtp().send({ ...email, to: "o'hara+shop@example.com" })
  expect(server.emails.map(({ to }) => to)).toEqual([["o'hara+shop@example.com"]])
})

test('a subject with a line break stays one header', async () => {
  await bySmtp().send({ ...email, subject: 'Hello\r\nBcc: eve@example.com' })
  expect(server.emails[0]?.to).toEqual(['ada@example.com'])
  expect(server.emails[0]?.raw).not.toMatch(/^Bcc:/im)
})

test('sending fails when the mail server refuses, is unreachable or drops the connection', async () => {
  server.state.behaviour = 'refuses'
  await expect(bySmtp().send(email)).rejects.toThrow('Try later')
  server.state.behaviour = 'accepts but drops the connection'
  await expect(bySmtp().send(email)).rejects.toThrow()
  await expect(mailer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }).send(email)).rejects.toThrow('ECONNREFUSED')
})

/** Also reaches this machine, but the shop cannot tell from the address. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

test('sending to another machine without TLS fails with one plain sentence, and sends no password', async () => {
  const url = elsewhere(server.url)
  const { host } = new URL(url)
  const sentence = `The mail server ${host} offers no TLS, so it is sent nothing: use smtps:// if it has TLS on a port of its own.`
  for (const withPassword of [url, url.replace('smtp://', 'smtp://shop:s3cr3t@')])
    await expect(mailer({ SMTP_URL: withPassword }).send(email)).rejects.toThrow(sentence)
  expect(server.state.asked).toBe(0)
})

test('TLS is used where it is offered, and its certificate must be valid', async () => {
  const secure = await openSmtpServer({ offersTls: true })
  onTestFinished(() => secure.close())
  await expect(mailer({ SMTP_URL: elsewhere(secure.url) }).send(email)).rejects.toThrow('The certificate of 0.0.0.0')
  expect(secure.state.asked).toBe(0)
})

test('a mail server that hangs is abandoned after some seconds', async () => {
  server.state.behaviour = 'hangs'
  await expect(bySmtp().send(email)).rejects.toThrow()
  expect(server.emails).toEqual([])
})
