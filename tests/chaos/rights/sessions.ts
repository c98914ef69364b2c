import { hashToken, newToken } from '#server/http/sessions.ts'
import { askRaw } from '../support/load/raw.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { createMember, deleteUser, password, post } from './login.ts'

const dayMs = 24 * 60 * 60_000
const isGood = /^token=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/

interface Clock {
  move(ms: number): void
}

type Headers = Record<string, string>

/** How a session can begin, end and be forged. */
export async function trySessions(shop: OpenShop, clock: Clock, { times, none, note }: TrialContext): Promise<void> {
  const wrong: string[] = []
  const expect = (what: string, isSo: boolean) => isSo || wrong.push(what)
  let checked = 0

  async function isSignedIn(headers: Headers): Promise<boolean> {
    checked += 1
    const { body } = await askRaw(shop.url, { path: '/api/auth/session', headers })
    return JSON.parse(body).data.user !== null
  }
  async function signIn(email: string, sent: Headers = {}) {
    clock.move(60_000) // to stay below the rate limit
    const { headers, body } = await post(shop, 'login', { email, password }, '192.0.2.1', sent)
    const cookies = [headers['set-cookie'] ?? []].flat()
    const given = cookies.find(cookie => cookie.startsWith('token=')) ?? ''
    expect(`the cookie ${given}`, isGood.test(given))
    const token = /^token=([^;]+)/.exec(given)?.[1] ?? ''
    return {
      token,
      cookie: { cookie: `token=${token}` },
      bearer: { authorization: `Bearer ${JSON.parse(body).token}` },
    }
  }
  const end = (path: string, body: object, headers: Headers) => post(shop, path, body, '192.0.2.1', headers)

  const { id, email } = await createMember(shop)
  const planted = newToken()
  const first = await signIn(email, { cookie: `token=${planted}` })
  expect(
    'a token that was there before the login',
    first.token !== planted && !(await isSignedIn({ cookie: `token=${planted}` })),
  )
  expect('both keys of a session', (await isSignedIn(first.cookie)) && (await isSignedIn(first.bearer)))
  await end('logout', {}, first.cookie)
  for (const [what, key] of Object.entries({ cookie: first.cookie, bearer: first.bearer }))
    expect(`the ${what} after the logout`, !(await isSignedIn(key)))

  const old = [await signIn(email), await signIn(email), await signIn(email)]
  await end('change-password', { oldPassword: password, newPassword: `${password} 2` }, old[0]?.cookie ?? {})
  for (const { cookie, bearer } of old)
    expect('a session from before the new password', !(await isSignedIn(cookie)) && !(await isSignedIn(bearer)))

  const other = await createMember(shop)
  const many = []
  for (let n = 0; n < 25; n++) many.push(await signIn(other.email))
  const alive = await Promise.all(many.map(({ cookie }) => isSignedIn(cookie)))
  expect('more than 20 sessions of one account', alive.filter(Boolean).length === 20)
  const saved = many.at(-1)?.cookie ?? {}
  clock.move(29 * dayMs)
  expect('a session within 30 days', await isSignedIn(saved))
  clock.move(29 * dayMs)
  expect('a session within 30 days of its last use', await isSignedIn(saved))
  clock.move(31 * dayMs)
  expect('a session that was not used for 30 days', !(await isSignedIn(saved)))

  const member = await createMember(shop)
  const { cookie, token } = await signIn(member.email)
  const forged = forgeries(token, id, times(1000))
  const letIn = []
  for (const headers of forged) if (await isSignedIn(headers)) letIn.push(JSON.stringify(headers).slice(0, 100))
  expect('the true one beside them', await isSignedIn(cookie))
  const rows = await shop.db.selectFrom('session').selectAll().execute()
  expect(
    'a token that is kept as it is',
    !rows.some(row => Object.values(row).some(value => String(value).includes(token))),
  )
  await deleteUser(shop, member.id)
  expect('a session of somebody who was deleted', !(await isSignedIn(cookie)))

  for (const what of [...wrong, ...letIn].slice(0, 10)) console.error(what)
  note('questions who is signed in', checked)
  note('forged tokens among them', forged.length)
  none('of these, let in', letIn.length)
  none('sessions that live longer, or say more, than they may', wrong.length)
}

/** Texts that resemble a valid token. */
function forgeries(token: string, id: string, max: number): Headers[] {
  const changed = Array.from({ length: max }, (_, n) => {
    const at = n % token.length
    return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
  })
  const odd = [
    ...['', '*', '%', "' or 1=1 --", '{}', '[object Object]', 'null', 'true', '0', id, token.slice(0, -1), `${token}A`],
    ...[
      token.toUpperCase(),
      token.toLowerCase(),
      hashToken(token).toString('hex'),
      hashToken(token).toString('base64url'),
    ],
    ...['A'.repeat(43), 'A'.repeat(5_000), `\\x${hashToken(token).toString('hex')}`, encodeURIComponent(`${token} `)],
  ]
  const random = Array.from({ length: max }, newToken)
  const sendable = [...odd, ...changed, ...random].filter(text => /^[\x20-\x7e]*$/.test(text)).slice(0, max)
  return sendable.map((text, n): Headers => (n % 2 ? { cookie: `token=${text}` } : { authorization: `Bearer ${text}` }))
}
