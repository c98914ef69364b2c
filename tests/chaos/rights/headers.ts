import { createProduct, createUser } from '../../support/builders.ts'
import { askRaw, type RawAnswer, sendBytes } from '../support/load/raw.ts'
import { spread } from '../support/load/spread.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { signIn } from './sign-in.ts'

/** Headers that every answer of a shop on https carries. */
const needed: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /./,
  'permissions-policy': /./,
  'cross-origin-opener-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=\d{8}/,
  'content-security-policy': /^default-src 'none';(?!.*script-src[^;]*'unsafe).*frame-ancestors 'none'/,
}
/** Headers that reveal more than necessary. */
const tooMuch = ['server', 'x-powered-by']
const inner = /\n {4}at |node_modules|SQLSTATE|\/src\/|select .* from "|syntax error at/

/** Malformed HTTP, or HTTP that only a program would write. */
const oddRequests = [
  'nonsense\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
  `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n',
]

/** Pages and files without a route. */
const paths = [
  '/',
  '/shop',
  '/login',
  '/nowhere',
  '/blogs',
  '/success',
  '/favicon.ico',
  '/assets/x',
  '/art/x',
  '/robots.txt',
  '/sitemap.xml',
  '/images/placeholder/320.webp',
  '/images/x/y',
  '/%',
  '/api',
  '/api/',
  '/shop.data',
  '//',
  '/..%2f',
]

export async function tryHeaders(shop: OpenShop, { times, none, atLeast, note }: TrialContext): Promise<void> {
  const product = await createProduct(shop.db)
  const admin = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))
  const faults: string[] = []
  const statuses = new Set<number>()
  let answers = 0

  function judge(what: string, { status, headers, body }: Pick<RawAnswer, 'status' | 'headers' | 'body'>) {
    answers += 1
    statuses.add(status)
    for (const [name, value] of Object.entries(needed))
      if (!value.test(String(headers[name] ?? ''))) faults.push(`${what}: ${status} ${name}: ${headers[name]}`)
    for (const name of tooMuch) if (headers[name]) faults.push(`${what}: tells its ${name}`)
    if (inner.test(body)) faults.push(`${what}: tells ${inner.exec(body)?.[0]}`)
    if (status >= 500) faults.push(`${what}: ${status}`)
  }
  async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
    const answer = await askRaw(shop.url, { method, path, headers, body })
    judge(`${method} ${path}`, answer)
    return answer
  }

  const table = spread(shop.app.accessTable, times(shop.app.accessTable.length))
  for (const { method, url } of table) {
    const path = url.replace(/:\w+/, product.id).replace(/:\w+/g, 'x').replace('*', 'nowhere')
    const json = { 'content-type': 'application/json' }
    await ask(method, path, {})
    await ask(method, path, admin)
    if (method === 'GET' || method === 'HEAD') continue
    await ask(method, path, { ...admin, ...json }, '{')
    await ask(method, path, { ...admin, ...json }, '{"x":1}')
    await ask(method, path, { ...admin, 'content-type': 'application/xml' }, '<x/>')
    await ask(method, path, { ...json, origin: 'https://other.test' }, '{}')
  }
  for (const path of paths) {
    const { headers } = await ask('GET', path, {})
    await ask('GET', path, { 'accept-encoding': 'br', 'if-none-match': String(headers.etag ?? '*') })
    await ask('GET', path, { origin: 'https://other.test' })
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'PUT']) await ask(method, path, {})
  }
  const broken = await Promise.all(oddRequests.map(bytes => sendBytes(shop.port, bytes)))
  for (const [n, text] of broken.entries()) if (text) judge(JSON.stringify(oddRequests[n]?.slice(0, 60)), parsed(text))

  for (const fault of faults.slice(0, 10)) console.error(fault)
  note('answers of every kind', `${answers}, with ${statuses.size} different statuses`)
  atLeast('of these, to what is hardly HTTP', 8, broken.filter(Boolean).length, '')
  none('headers for safety that are missing, and inner matters that are told', faults.length)
}

function parsed(text: string): Pick<RawAnswer, 'status' | 'headers' | 'body'> {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}
