import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import querystring from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uncounted } from './count-statements.ts'

/**
 * Reads every answer of every shop in this process. None may hold a password's hash, a token that somebody can sign in or
 * choose a password with (login's own body aside), or somebody else's e-mail.
 */
subscribe('fastify.initialization', message => watch((message as { fastify: FastifyInstance }).fastify))

const leaks: string[] = []

/** What answers gave away since this was last asked, as sentences. */
export const takeLeaks = (): string[] => leaks.splice(0)

/** Marks the watcher's own questions. */
const ownQuestion = { 'x-watcher': randomUUID() }

function watch(app: FastifyInstance): void {
  // An outside party, such as the payment sandbox, has no access rules and may say what it likes.
  const isShop = () => app.hasDecorator('accessTable')
  const texts = new WeakMap<FastifyRequest, string>()

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isShop() || request.headers['x-watcher'] === ownQuestion['x-watcher']) return
    remember(sentWith(request))
    const text = textOf(reply, payload)
    texts.set(request, text)
    if (text.includes('$argon2')) complain(request, 'a password hash')
    if (!isLogin(request) && holdsToken(text, tokens)) complain(request, 'a token')
    for (const email of await strangersIn(text, request)) complain(request, `the e-mail ${email}`)
  })

  app.addHook('onResponse', async (request, reply) => {
    if (!isShop()) return
    const given = [reply.getHeader('set-cookie') ?? []].flat().map(cookie => /=([^;]*)/.exec(String(cookie))?.[1])
    if (!isLogin(request) && holdsToken(texts.get(request) ?? '', new Set(given)))
      complain(request, 'its own new token')
    remember([...given, ...(isLogin(request) ? runsOf(texts.get(request) ?? '') : [])])
  })

  async function strangersIn(text: string, request: FastifyRequest): Promise<string[]> {
    const isOutside = request.routeOptions.url?.startsWith('/sandbox/') // pages on the payment provider's behalf
    const found = isOutside ? [] : [...text.matchAll(anyEmail)].map(([email]) => email.toLowerCase())
    const typed = typedIn(request)
    const unknown = new Set(found.filter(email => !ownedByTheShop.has(email) && !typed.includes(email)))
    if (unknown.size === 0) return []
    const caller = request.caller ?? (await askWhoCalls(request))
    if (caller?.role === 'admin') return []
    const own = caller ? [caller.email.toLowerCase(), ...typedForOrdersOf(caller.email, text)] : []
    return [...unknown].filter(email => !own.includes(email))
  }

  async function askWhoCalls({ headers: { cookie, authorization } }: FastifyRequest) {
    const headers = { ...ownQuestion, ...(cookie && { cookie }), ...(authorization && { authorization }) }
    const response = await uncounted(() => app.inject({ url: '/api/auth/session', headers }))
    return response.json().data?.user as { role: string; email: string } | null | undefined
  }
}

const anyEmail = /[\w.+%-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi
const ownedByTheShop = new Set(['hello@vitrine.example'])

const typedIn = ({ url, body }: FastifyRequest): string =>
  `${querystring.unescape(url)} ${Buffer.isBuffer(body) ? body : JSON.stringify(body)}`.toLowerCase()

/** What a buyer typed when they paid an order of their account is theirs as well. */
const typedForOrdersOf = (account: string, text: string): string[] =>
  [...text.toLowerCase().matchAll(/"email":"([^"]*)","contactemail":"([^"]*)"/g)].flatMap(([, email, typed = '']) =>
    email === account.toLowerCase() ? [typed] : [],
  )

function complain({ method, url }: FastifyRequest, what: string): void {
  leaks.push(`${method} ${url} answered with ${what}`)
}

const isLogin = ({ routeOptions }: FastifyRequest) => routeOptions.url === '/api/auth/login'

function textOf(reply: FastifyReply, payload: unknown): string {
  const isText = /^text\/|json|javascript|xml/.test(String(reply.getHeader('content-type') ?? 'text/'))
  const location = String(reply.getHeader('location') ?? '')
  return isText && (typeof payload === 'string' || Buffer.isBuffer(payload)) ? `${location} ${payload}` : location
}

// Tokens are 256 bits in base64url: 43 characters.

const tokens = new Set<string>()

function remember(found: Iterable<string | undefined>): void {
  for (const token of found) if (token?.length === 43) tokens.add(token)
}

/** One that is refused before its cookies are read has null. */
function sentWith({ cookies, headers, body }: FastifyRequest): (string | undefined)[] {
  const { token } = (body ?? {}) as { token?: unknown }
  return [
    ...Object.values(cookies ?? {}),
    headers.authorization?.slice('Bearer '.length),
    typeof token === 'string' ? token : '',
  ]
}

const runsOf = (text: string): string[] => text.match(/[\w-]{43,}/g) ?? []

function holdsToken(text: string, known: Set<string | undefined>): boolean {
  return runsOf(text).some(run => {
    for (let at = 0; at + 43 <= run.length; at++) if (known.has(run.slice(at, at + 43))) return true
    return false
  })
}
