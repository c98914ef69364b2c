import { expect, test } from 'vitest'
import { openAccounts } from '../users/users.fixture.ts'

const { browser, signedIn, db, stored } = await openAccounts({}, { PUBLIC_ORIGIN: 'http://localhost:3000' })
const own = 'http://localhost:3000/images/3fa2b1c9/1280.webp'
await db
  .insertInto('image')
  .values({ id: '3fa2b1c9', width: 1280, height: 1600, placeholder: 'data:,', created_at: new Date() })
  .execute()

const profile = {
  username: 'Ada Lovelace',
  profileImage: 'https://pictures.example/ada.webp',
  bio: 'Countess.\nFirst programmer.',
  profession: 'Mathematician',
}
const ada = await signedIn()
const edit = (more: object, id = ada.user.id) => ada.patch(`/edit-profile/${id}`, { ...profile, ...more })
const imageAfter = async (profileImage: string) => {
  const { status, body } = await edit({ profileImage })
  return status === 200 ? body.data.profileImage : status
}

test('a user edits their profile and stays signed in', async () => {
  const before = { ...ada.cookies }
  const { status, body } = await edit({ username: '  Ada Lovelace ', userId: ada.user.id })
  const user = { _id: ada.user.id, email: ada.user.email, role: 'user', ...profile }
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: 'Profile Update Successfully', data: { ...user, user } },
  })
  expect(ada.cookies).toEqual(before)
  expect(await ada.whoAmI()).toEqual(user)
})

test('the route also finds a user by their own e-mail', async () => {
  const grace = await signedIn({ email: 'Grace@Shop.test' })
  const { status, body } = await grace.patch('/edit-profile/grace@shop.test', profile)
  expect({ status, id: body.data?._id }).toEqual({ status: 200, id: grace.user.id })
})

test('nobody edits another user, not even an admin, and a stranger edits nobody', async () => {
  const [eve, olga] = [await signedIn(), await signedIn({ role: 'admin' })]
  const url = `/edit-profile/${ada.user.id}`
  const before = await stored(ada.user.id)
  for (const other of [eve, olga]) expect((await other.patch(url, profile)).status).toBe(403)
  expect((await eve.patch('/edit-profile/00000000-0000-7000-8000-000000000000', profile)).status).toBe(403)
  expect((await browser().patch(url, profile)).status).toBe(401)
  expect(await stored(ada.user.id)).toEqual(before)
})

test('the session decides who is edited: role, e-mail and id in the body are ignored', async () => {
  const eve = await signedIn()
  const victim = await signedIn()
  const { status } = await eve.patch(`/edit-profile/${eve.user.id}`, {
    ...profile,
    userId: victim.user.id,
    _id: victim.user.id,
    role: 'admin',
    email: 'new@shop.test',
    password_hash: 'x',
  })
  expect(status).toBe(200)
  expect(await stored(victim.user.id)).toEqual(victim.user)
  const { role, email, password_hash } = eve.user
  expect(await stored(eve.user.id)).toMatchObject({ role, email, password_hash, username: 'Ada Lovelace' })
})

test.each([
  ['username', '', 'The username is missing.'],
  ['username', ' \n ', 'The username is missing.'],
  ['username', 'x'.repeat(51), 'The username can have at most 50 characters.'],
  ['username', 'Ada\tAdmin', 'The username contains characters that cannot be used.'],
  ['username', 'Ada\u200B', 'The username contains characters that cannot be used.'],
  ['username', '\u3164', 'The username contains characters that cannot be used.'],
  ['username', 'deleted USER', 'Please choose another username.'],
  ['profileImage', '', 'The profile image is missing.'],
  ['bio', '   ', 'The bio is missing.'],
  ['bio', 'x'.repeat(501), 'The bio can have at most 500 characters.'],
  ['profession', '', 'The profession is missing.'],
  ['profession', 'x'.repeat(81), 'The profession can have at most 80 characters.'],
  ['bio', 7, 'The field bio must be string'],
  ['username', undefined, "The body must have required property 'username'"],
  ['bio', 'a\0b', 'The request contains characters that cannot be used'],
  ['bio', 'a\uD800b', 'The request contains characters that cannot be used'],
])('%s %j is refused and nothing changes', async (field, value, message) => {
  const before = await stored(ada.user.id)
  const { status, body } = await edit({ [field]: value })
  expect({ status, message: body.message }).toEqual({ status: 400, message })
  expect(await stored(ada.user.id)).toEqual(before)
})

test('script in a profile is stored as plain text', async () => {
  const script = '<script>alert(1)</script>'
  const { body } = await edit({ username: script, bio: script, profession: script })
  expect(body.data).toMatchObject({ username: script, bio: script, profession: script })
})

test.each([
  ['https://pictures.example', 'https://pictures.example/'],
  ['HTTPS://Pictures.example/a b"c.png', 'https://pictures.example/a%20b%22c.png'],
  [own, own],
  [own.replace('1280', '320'), own.replace('1280', '320')],
])('the picture %s is kept as %s', async (typed, saved) => {
  expect(await imageAfter(typed)).toBe(saved)
})

test.each([
  'ada.png',
  '/images/3fa2b1c9/1280.webp',
  'http://pictures.example/ada.webp',
  '//pictures.example/ada.webp',
  'https://ada:secret@pictures.example/ada.webp',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'file:///etc/passwd',
  'https://',
  `https://pictures.example/${'x'.repeat(2048)}`,
  `https://pictures.example/${'ä'.repeat(1000)}`,
  'http://localhost:3000/images/unknown/1280.webp',
  'http://localhost:3000/images/unknown/320.webp',
  'http://localhost:3000/images/3fa2b1c9/640.webp',
  'http://localhost:3000/images/3fa2b1c9/1280.webp?x=1',
  'http://localhost:3000/images/3fa2b1c9/../../api/auth/logout',
  'http://localhost:3000/api/auth/session',
])('the picture %s is refused', async typed => {
  expect(await imageAfter(typed)).toBe(400)
})

test('in a shop on https, an address of the shop itself must be a picture that it has', async () => {
  const shop = await openAccounts({}, { PUBLIC_ORIGIN: 'https://shop.example', PAYMENTS: 'sandbox' })
  const grace = await shop.signedIn()
  const url = `/edit-profile/${grace.user.id}`
  for (const path of ['/images/3fa2b1c9/1280.webp', '/api/auth/session'])
    expect((await grace.patch(url, { ...profile, profileImage: `https://shop.example${path}` })).status).toBe(400)
})

test('of many concurrent edits, one is stored whole', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `Ada ${n}`)
  const answers = await Promise.all(names.map(username => edit({ username, bio: `I am ${username}` })))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { username, bio } = await stored(ada.user.id)
  expect(bio).toBe(`I am ${username}`)
})
