import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { minutes, movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
const { app, db } = await testApp({ limits: { ...noLimits, contact: shopLimits.contact }, clock })
const email = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Could you shorten it?' }

async function write(payload: unknown, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'POST', url: '/api/contact', payload: payload as object, headers })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const saved = () => db.selectFrom('contact_message').selectAll().orderBy('id').execute()

beforeEach(async () => {
  clock.move(minutes(61))
  await db.deleteFrom('contact_message').execute()
})

test('a stranger writes to the shop, and an admin reads it', async () => {
  const { status, body } = await write({ ...email, name: '  Ada ', _id: 'x', createdAt: '1999-01-01' })
  expect(status).toBe(201)
  expect(body).toEqual({ success: true, message: 'Thank you. Your message has reached us.', data: null })
  const headers = await signIn(db, await createUser(db, { role: 'admin' }))
  const { data } = (await app.inject({ url: '/api/contact', headers })).json()
  expect(data).toEqual([{ ...email, _id: expect.any(String), createdAt: clock.now().toISOString(), answers: [] }])
})

test('signs, Arabic and script are stored as they were written', async () => {
  const texts = {
    name: "مها '); drop table contact_message; --",
    email: 'maha@متجر.example',
    subject: '<script>alert(1)</script> %_\\',
    message: '🧣 {{7*7}}\n\nهل لديكم مقاس أصغر؟\r\n=SUM(A1)',
  }
  expect((await write(texts)).status).toBe(201)
  expect(await saved()).toMatchObject([texts])
})

test.each([
  ['no name', { name: ' \u200b ' }, 'Please type your name.'],
  ['a long name', { name: 'n'.repeat(101) }, 'Your name can have at most 100 characters.'],
  ['no address', { email: '' }, 'Please type your e-mail address, so that we can answer.'],
  ['half an address', { email: 'ada@shop' }, 'Please type your whole e-mail address, with its @ and its ending.'],
  ['two lines of address', { email: 'ada@shop.test\nbcc:all@shop.test' }, /whole e-mail address/],
  ['no subject', { subject: '' }, 'Please say in a few words what it is about.'],
  ['a long subject', { subject: 's'.repeat(201) }, 'Your subject can have at most 200 characters.'],
  ['no message', { message: '\n\n' }, 'Please write your message.'],
  ['a novel', { message: 'm'.repeat(5_001) }, 'Your message can have at most 5,000 characters.'],
  ['NUL', { message: 'a\0b' }, /cannot be used/],
  ['a number', { message: 7 }, /must be string/],
  ['nothing', { name: undefined }, /name/],
])('%s is refused in one sentence, and does not count', async (_, change, sentence) => {
  for (let time = 0; time < 6; time++) {
    const { status, body } = await write({ ...email, ...change })
    expect(status).toBe(400)
    expect(body.message).toMatch(sentence)
  }
  expect(await saved()).toEqual([])
  expect((await write(email)).status).toBe(201)
})

test('the longest texts are accepted', async () => {
  const texts = {
    name: 'n'.repeat(100),
    email: `${'e'.repeat(242)}@shop.example`.slice(-254),
    subject: '🧣'.repeat(100),
    message: 'm'.repeat(5_000),
  }
  expect((await write(texts)).status).toBe(201)
})

test('of a hundred messages at once five are stored, and the other senders are told when to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => write({ ...email, subject: `No. ${n}` })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(95)
  expect(refused[0]).toMatchObject({
    headers: { 'retry-after': '3600' },
    body: { message: 'That was too often. Please try again in 60 minutes.' },
  })
  expect(await saved()).toHaveLength(5)
  clock.move(minutes(59))
  expect((await write(email)).body.message).toBe('That was too often. Please try again in 60 seconds.')
  clock.move(minutes(1))
  expect((await write(email)).status).toBe(201)
})

test('a signed-in user has five of their own, from any address', async () => {
  for (let time = 0; time < 5; time++) await write(email)
  expect((await write(email)).status).toBe(429)
  const headers = await signIn(db, await createUser(db))
  for (let time = 0; time < 5; time++) expect((await write(email, headers)).status).toBe(201)
  expect((await write(email, headers)).status).toBe(429)
})

test('another site cannot make a browser send a message', async () => {
  const { status } = await write(email, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })
  expect(status).toBe(403)
  expect(await saved()).toEqual([])
})
