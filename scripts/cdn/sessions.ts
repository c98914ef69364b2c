// A thousand sessions behind one cache: guests with orders of their own, accounts, and the owner.
import { randomBytes } from 'node:crypto'

export interface Line {
  _id: string
  variantId?: string
  quantity: number
}

interface Session {
  /** What the answers to this session may name, and those to no other. */
  name: string
  headers: Record<string, string>
  /** Private addresses, and whether the answer must name the session. */
  asks: { path: string; namesIt: boolean }[]
}

const accounts = 100
const sessionsOfAccount = 4
const guestsWithOrders = 100
const all = 1_000
const password = 'long enough for the trial'

const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
/** Every visitor has an address of their own, as TRUST_PROXY lets the shop see it. */
const addressOf = (n: number) => ({ 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` })
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')

async function inTurns<T, Result>(items: T[], atOnce: number, work: (item: T, n: number) => Promise<Result>) {
  const results: Result[] = []
  let next = 0
  async function worker() {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n] as T, n)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Begins a checkout with the first of these lines that is not sold out. @returns its payment page */
async function order(cache: string, lines: Line[], headers: Record<string, string>): Promise<string> {
  for (const line of lines) {
    const begun = await fetch(`${cache}/api/orders/create-checkout-session`, json({ products: [line] }, headers))
    const answer = await begun.json()
    if (begun.status === 200) return answer.url
    if (answer.code !== 'sold_out') throw new Error(`No order: ${begun.status} ${answer.message}`)
  }
  throw new Error('Everything is sold out')
}

/** Opens the sessions through the cache. @param asOwner the cookie of the owner */
export async function openSessions(cache: string, asOwner: string, lines: Line[]): Promise<Session[]> {
  const names = Array.from({ length: accounts }, (_, n) => `Account${n}x`)
  const ofAccounts = await inTurns(names, 6, async (name, n) => {
    const email = `${name.toLowerCase()}@shop.test`
    const registered = await fetch(
      `${cache}/api/auth/register`,
      json({ username: name, email, password }, addressOf(n)),
    )
    if (registered.status !== 201) throw new Error(`No account: ${registered.status} ${await registered.text()}`)
    const sessions: Session[] = []
    for (let each = 0; each < sessionsOfAccount; each += 1) {
      const login = await fetch(`${cache}/api/auth/login`, json({ email, password }, addressOf(n)))
      const { token } = await login.json()
      // Half of them are programs, which send a header instead of the cookie.
      const headers: Record<string, string> =
        each % 2 ? { authorization: `Bearer ${token}` } : { cookie: cookiesOf(login) }
      const asks = [
        { path: '/api/auth/session', namesIt: true },
        { path: `/api/orders/${email}`, namesIt: false },
        { path: '/api/auth/sessions', namesIt: false },
        { path: '/api/wishlist', namesIt: false },
        { path: '/dashboard', namesIt: false },
        { path: '/dashboard/profile', namesIt: false },
      ]
      sessions.push({ name, headers: { ...headers, ...addressOf(n) }, asks })
    }
    return sessions
  })
  const guests = Array.from({ length: all - 1 - accounts * sessionsOfAccount }, (_, n) => n)
  const ofGuests = await inTurns(guests, 6, async (_, n): Promise<Session> => {
    const own = addressOf(1_000 + n)
    const cookie = `visitor=${randomBytes(32).toString('base64url')}`
    const asks = ['/api/auth/session', '/dashboard', '/success', '/login'].map(path => ({ path, namesIt: false }))
    if (n >= guestsWithOrders) return { name: `guest ${n}`, headers: { ...own, cookie }, asks }
    const key = randomBytes(32).toString('base64url')
    const headers = { ...own, cookie, 'order-key': key }
    const url = await order(cache, lines.slice(n), headers)
    return { name: `guest ${n}`, headers, asks: [...asks, { path: new URL(url).pathname, namesIt: false }] }
  })
  const owner: Session = {
    name: 'admin@vitrine.example',
    headers: { cookie: asOwner },
    asks: [
      { path: '/api/auth/session', namesIt: true },
      { path: '/api/orders', namesIt: false },
      { path: '/api/auth/users', namesIt: true },
      { path: '/api/audit', namesIt: false },
      { path: '/api/proof', namesIt: false },
      { path: '/dashboard/admin', namesIt: false },
    ],
  }
  return [owner, ...ofAccounts.flat(), ...ofGuests]
}

/**
 * Every session asks for what is its own, all of them mixed, twice.
 * @returns how many answers there were, and those that name another session, lack the own name or may be stored
 */
export async function askForOwn(cache: string, sessions: Session[]) {
  const asks = sessions.flatMap(session => session.asks.map(ask => ({ session, ...ask })))
  const mixed = [...asks, ...asks].map(ask => ({ ask, at: Math.random() })).sort((one, other) => one.at - other.at)
  const wrong: string[] = []
  const others = /Account\d+x|admin@vitrine\.example/g
  await inTurns(mixed, 12, async ({ ask: { session, path, namesIt } }) => {
    const answer = await fetch(cache + path, { headers: session.headers, redirect: 'manual' })
    const body = await answer.text()
    const named = new Set(body.match(others) ?? [])
    named.delete(session.name)
    const isOwner = session.name.includes('@')
    const control = answer.headers.get('cache-control') ?? ''
    if (named.size > 0 && !isOwner) wrong.push(`${path} tells ${session.name} of ${[...named]}`)
    if (namesIt && !body.includes(session.name)) wrong.push(`${path} does not know ${session.name}: ${answer.status}`)
    if (!/^(private, )?no-store$/.test(control)) wrong.push(`${path} says ${control}`)
    if (answer.headers.get('age') !== '0') wrong.push(`${path} was stored: age ${answer.headers.get('age')}`)
  })
  return { answers: mixed.length, wrong }
}

/** A stranger asks for the same addresses afterwards. @returns the answers that name anybody */
export async function askAsStranger(cache: string, sessions: Session[]): Promise<string[]> {
  const paths = [...new Set(sessions.flatMap(({ asks }) => asks.map(({ path }) => path)))]
  const told = await inTurns(paths, 12, async path => {
    const answer = await fetch(cache + path, { headers: addressOf(9_999), redirect: 'manual' })
    return /Account\d+x|admin@vitrine\.example/.test(await answer.text()) ? [path] : []
  })
  return told.flat()
}

/** The public pages with the cookies of the sessions. @returns answers that differ from those without, or set a cookie */
export async function askForPublic(cache: string, sessions: Session[], paths: string[]): Promise<string[]> {
  const wrong: string[] = []
  const plain = new Map<string, string>()
  for (const path of paths) {
    const answer = await fetch(cache + path)
    const body = await answer.text()
    if (answer.ok) plain.set(path, body) // what is gone has another id of its request each time
  }
  const open = [...plain.keys()]
  await inTurns(sessions, 12, async ({ headers: { authorization: _, ...headers } }, n) => {
    const path = open[n % open.length] ?? '/'
    const answer = await fetch(cache + path, { headers })
    if (answer.headers.has('set-cookie')) wrong.push(`${path} sets a cookie`)
    if ((await answer.text()) !== plain.get(path)) wrong.push(`${path} is another page with a cookie`)
  })
  return wrong
}
