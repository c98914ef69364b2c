import { beforeEach, describe, expect, test } from 'vitest'
import type { Invitation } from '#domain/users/invitation.ts'
import { createOrder, createProduct } from '../../../../tests/support/builders.ts'
import { shopLimits } from '../../http/limits/rate-limit.ts'
import { openTestMail } from '../../mail/mail.fixture.ts'
import { sendDue } from '../../mail/outbox.ts'
import { eraseByEmail, eraseDeleted } from '../../privacy/erase-deleted-job.ts'
import { goodPassword, openAccounts } from '../users.fixture.ts'

const shop = await openAccounts()
const { db, browser, signedIn, clock, stored } = shop
const book = { db, clock, ids: shop.shop.ids }
const mail = await openTestMail()
await mail.close()
const context = { ...mail.context, db, clock }
const day = 24 * 60 * 60_000
const olga = await signedIn({ role: 'admin', email: 'olga@shop.test' })
const notValid = 'This link is not valid. Please open the link in the newest e-mail, or ask for a new one.'
const withdrawn = 'This invitation was withdrawn. Please ask the shop for a new one.'
const used = 'This invitation was accepted already. Please log in.'

let n = 0
let email: string
beforeEach(async () => {
  email = `stella${++n}@shop.test`
  await db.updateTable('user').set({ role: 'admin', deleted_at: null }).where('id', '=', olga.user.id).execute()
  await db.updateTable('invitation').set({ withdrawn_at: clock.now() }).where('accepted_at', 'is', null).execute()
  await db
    .updateTable('session')
    .set({ seen_at: clock.now(), expires_at: new Date(+clock.now() + day) })
    .execute()
})

const invite = (role: unknown = 'staff', to: unknown = email, by = olga) => by.post('/invitations', { email: to, role })
const list = async (): Promise<Invitation[]> => (await olga.send('GET', '/invitations')).body.data
async function tokenFor(address = email) {
  await sendDue(context)
  const sent = mail.emails.findLast(({ to }) => to === address)
  return /\/invitation#([\w-]{43})\n/.exec(sent?.text ?? '')?.[1] ?? ''
}
async function invited(role: 'staff' | 'admin' = 'staff') {
  expect((await invite(role)).status).toBe(201)
  return await tokenFor()
}
const open = (token: unknown) => browser().post('/invitations/open', { token })
const accept = (token: string, more = {}) =>
  browser().post('/invitations/accept', { token, username: 'Stella', password: goodPassword, ...more })
const account = (address = email) => db.selectFrom('user').selectAll().where('email', '=', address).executeTakeFirst()
const audit = async (recordId: string) =>
  (await db.selectFrom('audit').selectAll().where('record_id', '=', recordId).orderBy('id').execute()).map(
    ({ actor, action, before, after }) => ({ actor, action, before, after }),
  )
const said = ({ status, body }: { status: number; body: { message: string } }) => `${status} ${body.message}`

describe('who is invited', () => {
  test('opens an account with the role by the link in the e-mail, and it has their guest orders', async () => {
    const order = await createOrder(db, [await createProduct(db)], { email, contact_email: email })
    expect(said(await invite())).toBe(`201 An invitation is on its way to ${email}.`)
    const [invitation = expect.fail()] = await list()
    expect(invitation).toMatchObject({
      email,
      role: 'staff',
      invitedBy: 'olga@shop.test',
      mail: 'waiting',
      isExpired: false,
    })
    const token = await tokenFor()
    expect((await list())[0]).toMatchObject({ mail: 'sent', mailFailure: null })
    expect((await open(token)).body.data).toEqual({ email, role: 'staff', hasAccount: false })
    expect(said(await accept(token))).toBe('201 Welcome. You can log in now.')

    const made = (await account()) ?? expect.fail()
    expect(made).toMatchObject({ username: 'Stella', role: 'staff', email_verified_at: clock.now() })
    const { user_id } = await db
      .selectFrom('order')
      .select('user_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(user_id).toBe(made.id)
    expect((await browser().login(email)).body.user.role).toBe('staff')
    expect(await list()).toEqual([])
    expect(await audit(invitation._id)).toEqual([
      { actor: olga.user.id, action: 'invite', before: null, after: { role: 'staff' } },
    ])
    expect(await audit(made.id)).toEqual([
      { actor: made.id, action: 'accept invitation', before: { role: 'user' }, after: { role: 'staff' } },
    ])
    expect(said(await open(token))).toBe(`409 ${used}`)
    expect(said(await accept(token))).toBe(`409 ${used}`)
  })

  test('the e-mail names the shop and the role, and nothing that an admin has typed', async () => {
    await db.updateTable('user').set({ username: 'Click here' }).where('id', '=', olga.user.id).execute()
    await invited('admin')
    const { subject, text } = mail.emails.at(-1) ?? expect.fail()
    expect(subject).toBe('You are invited to work at Vitrine')
    expect(text).toContain('as an admin: with everything')
    expect(text).toContain('The link works once, for 7 days')
    expect(text).not.toContain('Click here')
  })

  test('accepts once, also when ten do so at once', async () => {
    const token = await invited('admin')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => accept(token, { username: `Stella ${at}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect(await account()).toMatchObject({ role: 'admin' })
  })

  test('chooses a username and a password that can be used; until then the link works', async () => {
    const token = await invited()
    expect(said(await accept(token, { username: ' ' }))).toBe('400 Please type a username.')
    for (const username of ['Deleted user', 'a\u202eb', 'x'.repeat(51)])
      expect(said(await accept(token, { username }))).toBe('400 Please choose another username.')
    for (const password of ['short', 'password', email]) expect((await accept(token, { password })).status).toBe(400)
    expect(await account()).toBeUndefined()
    expect((await accept(token)).status).toBe(201)
  })

  test('with an account accepts when signed in to it, and keeps the session', async () => {
    const ada = await signedIn({ email })
    const eve = await signedIn()
    expect((await ada.send('GET', '/users')).status).toBe(403)
    const token = await invited('admin')
    expect((await open(token)).body.data).toMatchObject({ hasAccount: true })
    expect(said(await accept(token))).toBe(
      '409 There is an account with this address. Log in to it, and accept the invitation then.',
    )
    expect((await browser().post('/invitations/accept-signed-in', { token })).status).toBe(401)
    expect(said(await eve.post('/invitations/accept-signed-in', { token }))).toBe(
      `409 This invitation is for another address. You are logged in as ${eve.user.email}: log out first.`,
    )
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.post('/invitations/accept-signed-in', { token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await stored(ada.user.id)).toMatchObject({ role: 'admin', email_verified_at: clock.now() })
    expect((await ada.send('GET', '/users')).status).toBe(200)
    expect((await stored(eve.user.id)).role).toBe('user')
  })

  test('loses no rights by an invitation to less', async () => {
    const ada = await signedIn({ email })
    const token = await invited('staff')
    await db.updateTable('user').set({ role: 'admin' }).where('id', '=', ada.user.id).execute()
    expect((await ada.post('/invitations/accept-signed-in', { token })).status).toBe(200)
    expect((await stored(ada.user.id)).role).toBe('admin')
  })
})

describe('an invitation ends', () => {
  test('after seven days; sent again it lasts seven more, by a new link alone', async () => {
    const token = await invited()
    clock.move(7 * day - 1)
    expect((await open(token)).status).toBe(200)
    clock.move(1)
    await db
      .updateTable('session')
      .set({ expires_at: new Date(+clock.now() + day) })
      .execute()
    expect(said(await open(token))).toBe('409 This invitation has expired. Please ask the shop for a new one.')
    expect((await accept(token)).status).toBe(409)
    const [{ _id, isExpired } = expect.fail()] = await list()
    expect(isExpired).toBe(true)
    expect(said(await olga.post(`/invitations/${_id}/resend`))).toBe(
      `200 The invitation is on its way to ${email} again.`,
    )
    expect(said(await open(token))).toBe(`400 ${notValid}`)
    const next = await tokenFor()
    expect((await open(next)).status).toBe(200)
    expect((await accept(next)).status).toBe(201)
    expect((await audit(_id)).map(({ action }) => action)).toEqual(['invite', 'send invitation again'])
  })

  test('when an admin withdraws it, once, and the address can be invited again', async () => {
    const token = await invited()
    const [{ _id } = expect.fail()] = await list()
    const answers = await Promise.all(Array.from({ length: 5 }, () => olga.send('DELETE', `/invitations/${_id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(said(await accept(token))).toBe(`409 ${withdrawn}`)
    expect((await olga.post(`/invitations/${_id}/resend`)).status).toBe(404)
    expect((await accept(await invited())).status).toBe(201)
  })

  test('while its e-mail waits: nothing is sent', async () => {
    await invite()
    const [{ _id } = expect.fail()] = await list()
    await olga.send('DELETE', `/invitations/${_id}`)
    expect(await tokenFor()).toBe('')
  })

  test('when who invited is no admin any more, until another admin sends it again', async () => {
    const otto = await signedIn({ role: 'admin' })
    expect((await invite('admin', email, otto)).status).toBe(201)
    const token = await tokenFor()
    await db.updateTable('user').set({ role: 'user' }).where('id', '=', otto.user.id).execute()
    expect(said(await accept(token))).toBe(`409 ${withdrawn}`)
    const [{ _id, isExpired } = expect.fail()] = await list()
    expect(isExpired).toBe(true)
    await olga.post(`/invitations/${_id}/resend`)
    expect((await accept(await tokenFor())).status).toBe(201)
  })
})

describe('inviting is refused', () => {
  test.each([undefined, null, '', 'user', 'emperor', ['admin']])('for the role %j', async role => {
    expect((await olga.post('/invitations', { email, role })).status).toBe(400)
  })

  test.each([
    '',
    'ada',
    'ada@shop',
    'a b@shop.test',
    'ada@shop.test\nbcc: x@y.test',
    7,
    null,
    ['a@b.test'],
    'a\0@b.test',
  ])('for the address %j', async address => {
    expect((await invite('staff', address)).status).toBe(400)
    expect(await list()).toEqual([])
  })

  test('twice, also at once and in another case', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(said(await invite('admin', email.toUpperCase()))).toMatch(/is invited already/)
    expect(await list()).toHaveLength(1)
  })

  test('for who has the role already, or whose account is deleted', async () => {
    const ada = await signedIn({ email, role: 'staff' })
    expect(said(await invite('staff'))).toBe(`409 ${email} is staff already.`)
    expect((await invite('admin')).status).toBe(201)
    expect(said(await invite('staff', 'OLGA@shop.test'))).toBe('409 olga@shop.test is an admin already.')
    await db.updateTable('user').set({ deleted_at: clock.now() }).where('id', '=', ada.user.id).execute()
    expect(said(await invite('admin'))).toMatch(/was deleted/)
  })

  test('beyond a hundred open ones', async () => {
    const row = { role: 'staff', invited_by: olga.user.id, created_at: clock.now(), expires_at: clock.now() } as const
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...row, id: book.ids.uuid(), email: `x${at}@shop.test` }))
    await db.insertInto('invitation').values(rows).execute()
    expect(said(await invite())).toMatch(/There are 100 open invitations/)
  })

  test('for everybody but admins', async () => {
    for (const role of ['user', 'staff'] as const) {
      const caller = await signedIn({ role })
      expect(said(await invite('staff', email, caller))).toBe('403 Access denied! You must be an admin')
      expect((await caller.send('GET', '/invitations')).status).toBe(403)
    }
  })

  test('too often, for one mailbox and for one admin; what was refused does not count', async () => {
    const limited = await openAccounts({ limits: shopLimits })
    const admin = await limited.signedIn({ role: 'admin' })
    const ask = (address: string) => admin.post('/invitations', { email: address, role: 'staff' })
    for (let time = 0; time < 30; time++) expect((await ask(admin.user.email)).status).toBe(409)
    expect((await ask('a@shop.test')).status).toBe(201)
    const { data } = (await admin.send('GET', '/invitations')).body
    const again = () => admin.post(`/invitations/${data[0]._id}/resend`)
    expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    expect((await again()).status).toBe(429)
    for (let time = 0; time < 17; time++) expect((await ask(`b${time}@shop.test`)).status).toBe(201)
    expect((await ask('c@shop.test')).status).toBe(429)
  })
})

test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(129), 7, null, undefined, ['x'], '\0'])(
  'the token %j opens nothing',
  async token => {
    const payload = { token, username: 'Stella', password: goodPassword }
    expect((await open(token)).status).toBe(400)
    expect((await browser().post('/invitations/accept', payload)).status).toBe(400)
    expect((await olga.post('/invitations/accept-signed-in', { token })).status).toBe(400)
  },
)

test('an e-mail that could not be delivered is shown with the reason', async () => {
  await invite()
  const failed = { failed_at: clock.now(), failure: '550 no such user', due_at: null }
  await db.updateTable('mail').set(failed).where('address', '=', email).execute()
  expect(await list()).toMatchObject([{ mail: 'failed', mailFailure: '550 no such user' }])
})

test('the address is erased with the person, and 30 days after the end of the invitation', async () => {
  await accept(await invited())
  await createOrder(db, [await createProduct(db)], { email: 'x@y.test' })
  await eraseByEmail(book, email, false)
  const of = (address: string) => db.selectFrom('invitation').select('id').where('email', '=', address).execute()
  expect(await of(email)).toEqual([])

  await invite('staff', 'late@shop.test')
  clock.move(36 * day)
  await eraseDeleted(book)
  expect(await of('late@shop.test')).toHaveLength(1)
  clock.move(2 * day)
  await eraseDeleted(book)
  expect(await of('late@shop.test')).toEqual([])
})
