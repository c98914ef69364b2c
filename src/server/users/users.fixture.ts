import type { InjectOptions } from 'fastify'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { hashPassword } from '../auth/password-hash.ts'
import type { Limits } from '../http/limits/rate-limit.ts'
import { movableClock } from '../payments/payments.fixture.ts'

export const goodPassword = 'a silk dress'

let members = 0

/** Opens a shop with a movable clock, for one test file. */
export async function openAccounts({ limits = noLimits }: { limits?: Limits } = {}, settings = {}) {
  const clock = movableClock()
  const shop = await testApp({ clock, limits }, settings)
  const { app, db } = shop

  /** A browser at an IP address, which stores the cookies that it receives. */
  function browser(remoteAddress = '192.0.2.1', cookies: Record<string, string> = {}) {
    async function send(
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      url: string,
      payload?: object,
      more: InjectOptions = {},
    ) {
      const response = await app.inject({ method, url: `/api/auth${url}`, payload, cookies, remoteAddress, ...more })
      for (const { name, value } of response.cookies) {
        if (value) cookies[name] = value
        else delete cookies[name]
      }
      const { statusCode: status, headers } = response
      return { status, headers, body: response.json(), cookies: response.cookies }
    }
    return {
      cookies,
      send,
      post: (url: string, payload?: object, more?: InjectOptions) => send('POST', url, payload, more),
      patch: (url: string, payload?: object) => send('PATCH', url, payload),
      login: (email: string, password = goodPassword) => send('POST', '/login', { email, password }),
      whoAmI: async () => (await send('GET', '/session')).body.data.user,
    }
  }

  /** Creates a user with an e-mail of their own, who can sign in with `goodPassword`. */
  async function member(user: Parameters<typeof createUser>[1] = {}) {
    const email = `member${++members}@shop.test`
    return await createUser(db, { email, password_hash: await hashPassword(goodPassword), ...user })
  }

  /** Creates a user, and a browser in which they are signed in. */
  async function signedIn(user: Parameters<typeof createUser>[1] = {}, address?: string) {
    const made = await member(user)
    const own = browser(address)
    await own.login(made.email)
    return { ...own, user: made }
  }

  const stored = (id: string) => db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return { ...shop, clock, browser, member, signedIn, stored }
}

/** The parts that must be equal in responses that nobody may tell apart. The length is left out, as the request id may vary in length. */
export function comparable({
  status,
  headers,
  body,
}: {
  status: number
  headers: object
  body: { requestId?: string }
}) {
  const { date: _date, 'content-length': _length, 'x-request-id': _id, ...others } = headers as Record<string, unknown>
  const { requestId: _requestId, ...rest } = body
  return { status, headers: others, body: rest }
}
