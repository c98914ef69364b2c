import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import querystring from 'node:querystring'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uncounted } from './count-statements.ts'

/**
 * Reads every response of every shop in this process. None may contain a password hash, a token for a session or a password reset
 * (other than the body of a login), or another person's e-mail.
 */
subscribe('fastify.initialization', message => watch((message as { fastify: FastifyInstance }).fastify))

const leaks: string[] = []

/** Returns the leaks since the last call, as sentences. */
export const takeLeaks = (): string[] => leaks.splice(0)

/** Marks the watcher's own requests. */
const ownRequest = { 'x-watcher': randomUUID() }

function watch(app: FastifyInstance): void {
  // Other Fastify apps, such as the payment sandbox, have no access rules and are not checked.
  const isShop = () => app.hasDecorator('accessTable')
  const texts = new WeakMap<FastifyRequest, string>()

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isShop() || request.headers['x-watcher'] === ownRequest['x-watcher']) return
    remember(tokensSentWith(request))
    const text = textOf(reply, payload)
    texts.set(request, text)
    if (text.includes('$argon2')) reportLeak(request, 'a password hash')
    if (!isLogin(request) && holdsToken(text, tokens)) reportLeak(request, 'a token')
    for (const email of await otherEmailsIn(text, request)) reportLeak(request, `the e-mail ${email}`)
  })

  app.addHook('onResponse', async (request, reply) => {
    if (!isShop()) return
    const newTokens = [reply.getHeader('set-cookie') ?? []].flat().map(cookie => /=([^;]*)/.exec(String(cookie))?.[1])
    if (!isLogin(request) && holdsToken(texts.get(request) ?? '', new Set(newTokens)))
      reportLeak(request, 'its own new token')
    remember([...newTokens, ...(isLogin(request) ? runsOf(texts.get(request) ?? '') : [])])
  })

  async function otherEmailsIn(text: string, request: FastifyRequest): Promise<string[]> {
    const isSandbox = request.routeOptions.url?.startsWith('/sandbox/') // pages on the payment provider's behalf
    const found = isSandbox ? [] : [...text.matchAll(anyEmail)].map(([email]) => email.toLowerCase())
    const sent = textSentWith(request)
    const unknown = new Set(found.filter(email => !ownedByTheShop.has(email) && !sent.includes(email)))
    if (unknown.size === 0) return []
    const caller = request.caller ?? (await findCaller(request))
    if (caller?.role === 'admin' || isOpenedByKey(request) || isOpenedByLink(request)) return []
    if (caller?.role === 'staff' && isForStaff(request)) return []
    const own = caller ? [caller.email.toLowerCase(), ...contactEmailsOf(caller.email, text)] : []
    return [...unknown].filter(email => !own.includes(email))
  }

  async function findCaller({ headers: { cookie, authorization } }: FastifyRequest) {
    const headers = { ...ownRequest, ...(cookie && { cookie }), ...(authorization && { authorization }) }
    const response = await uncounted(() => app.inject({ url: '/api/auth/session', headers }))
    return response.json().data?.user as { role: string; email: string } | null | undefined
  }
}

/** An invitation names its address to who has its link; invitations.test.ts checks which link opens which. */
const isOpenedByLink = ({ routeOptions }: FastifyRequest) => routeOptions.url === '/api/auth/invitations/open'

const isForStaff = ({ routeOptions: { url, config } }: FastifyRequest) =>
  config.access === 'staff' || url === '/api/orders/order/:id' || url === '/api/orders/order/:id/invoices'

/** An order's buyer may open it with a key; order-keys.test.ts checks which key opens which order. */
const isOpenedByKey = ({ headers, routeOptions }: FastifyRequest) =>
  headers['order-key'] !== undefined && /^\/api\/orders\/(order|confirm)/.test(routeOptions.url ?? '')

const anyEmail = /[\w.+%-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi
const ownedByTheShop = new Set(['hello@vitrine.example', 'bonjour@maison-iris.example', 'olga@shop.example'])

const textSentWith = ({ url, body }: FastifyRequest): string =>
  `${querystring.unescape(url)} ${Buffer.isBuffer(body) ? body : JSON.stringify(body)}`.toLowerCase()

/** An e-mail that a buyer entered when they paid an order of their account is theirs as well. */
const contactEmailsOf = (account: string, text: string): string[] =>
  [...text.toLowerCase().matchAll(/"email":"([^"]*)","contactemail":"([^"]*)"/g)].flatMap(([, email, contact = '']) =>
    email === account.toLowerCase() ? [contact] : [],
  )

function reportLeak({ method, url }: FastifyRequest, what: string): void {
  leaks.push(`${method} ${url} answered with ${what}`)
}

const isLogin = ({ routeOptions }: FastifyRequest) => routeOptions.url === '/api/auth/login'

function textOf(reply: FastifyReply, payload: unknown): string {
  const isText = /^text\/|json|javascript|xml/.test(String(reply.getHeader('content-type') ?? 'text/'))
  const location = String(reply.getHeader('location') ?? '')
  return isText && (typeof payload === 'string' || Buffer.isBuffer(payload))
    ? `${location} ${decompress(reply, payload)}`
    : location
}

/** The cache answers with compressed bytes, in which the watcher would find no token, and sometimes an e-mail by chance. */
function decompress(reply: FastifyReply, payload: string | Buffer): string {
  const encoding = String(reply.getHeader('content-encoding') ?? '')
  if (typeof payload === 'string' || encoding === '') return payload.toString()
  const decoder = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }[encoding]
  if (!decoder) throw new Error(`The watcher cannot read the encoding ${encoding}`)
  return decoder(payload).toString()
}

// Tokens are 256 bits in base64url: 43 characters.

const tokens = new Set<string>()

function remember(found: Iterable<string | undefined>): void {
  for (const token of found) if (token?.length === 43) tokens.add(token)
}

/** `cookies` is null when the request is refused before they are parsed. */
function tokensSentWith({ cookies, headers, body }: FastifyRequest): (string | undefined)[] {
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
