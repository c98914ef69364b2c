import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prototypeNames } from '../../tests/chaos/support/nasty.ts'
import { listPages, listRoutes } from '../../tests/chaos/support/routes.ts'
import { testApp } from '../../tests/support/app.ts'
import { createUser } from '../../tests/support/builders.ts'
import { noLimits } from '../../tests/support/limits.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import { builtPages } from './pages/built.ts'

// An object that serves as a map already has these names when it is empty.

const { app, db } = await testApp({ limits: noLimits, pages: builtPages })
const routes = (await listRoutes()).filter(({ method }) => method !== 'HEAD') // which the handlers of GET answer
const pages = await listPages()

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'] as const
let printed: unknown[][] = []
beforeEach(() => {
  printed = []
  for (const method of consoleMethods)
    vi.spyOn(console, method).mockImplementation((...args) => {
      printed.push(args)
    })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Three of the twelve names, other ones for the next place: so all are sent everywhere, on some route. */
const someNames = (place: number) => [0, 4, 8].map(n => prototypeNames[(place + n) % prototypeNames.length] ?? '')

const namesInPath = (url: string, name: string) => url.replace(/:\w+\??|\*/g, encodeURIComponent(name))

interface Schema {
  type?: string
  properties?: Record<string, Schema>
}

/** Returns bodies in which every field has the name as its text, in a list or as a key. */
function bodiesWith(name: string, { properties = {} }: Schema): string[] {
  const values: unknown[] = [name, [name], [Object.fromEntries([[name, name]])], Object.fromEntries([[name, name]])]
  const fields = Object.keys(properties)
  return [
    ...values.map(value => Object.fromEntries(fields.map(field => [field, value]))),
    Object.fromEntries([name, ...fields].map(field => [field, name])),
    name,
  ].map(body => JSON.stringify(body))
}

/** Headers that may get a request refused are sent alone, or the shop would never read the others. */
const headersWith = (name: string): Record<string, string>[] => [
  Object.fromEntries([[name, name]]),
  { origin: name },
  { authorization: name },
  { authorization: `Bearer ${name}` },
  { cookie: `${name}=${name}; token=${name}; device=${name}` },
  Object.fromEntries(
    [
      ...['if-none-match', 'if-modified-since', 'range', 'accept', 'accept-encoding', 'referer', 'x-request-id'],
      ...['sec-fetch-site', 'stripe-signature', 'x-forwarded-for', 'idempotency-key'],
    ].map(header => [header, name]),
  ),
]

/** Returns queries with the name as the value of each known parameter, and as a parameter. */
const queriesWith = (name: string, known: string[]) => [
  '',
  `?${name}=${name}`,
  `?${name}[${name}]=1&${name}=2`,
  ...known.map(each => `?${each}=${name}`),
]

const ask = async (request: { method: string; url: string; headers: object; payload?: string }) => {
  const { statusCode } = await app.inject({
    ...request,
    method: request.method as 'GET',
    headers: { ...request.headers },
  })
  expect(
    statusCode,
    `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${request.payload ?? ''}`,
  ).toBeLessThan(500)
}

test.each(routes.map((route, place) => ({ ...route, place })))(
  '$method $url treats the names of Object.prototype as text',
  async route => {
    const { method, url, access, schema, place } = route
    const { querystring = {}, body } = schema as { querystring?: Schema; body?: Schema }
    const json = { 'content-type': 'application/json' }
    const user = await createUser(db, { role: access === 'admin' || access === 'self or admin' ? 'admin' : 'user' })
    for (const name of url.includes(':') || url.includes('*') ? prototypeNames : someNames(place)) {
      const caller = await signIn(db, user) // the request before may have ended their session
      const own = access === 'self' ? url.replace(/:\w+/, user.id) : url
      const path = namesInPath(own, name)
      for (const query of queriesWith(name, Object.keys(querystring.properties ?? {})))
        await ask({ method, url: path + query, headers: caller })
      if (method !== 'GET' && method !== 'HEAD')
        for (const payload of bodiesWith(name, body ?? {}))
          await ask({ method, url: path, headers: { ...json, ...caller }, payload })
      if (someNames(place).includes(name))
        for (const headers of headersWith(name)) await ask({ method, url: path, headers: { ...caller, ...headers } })
    }
    expect(printed).toEqual([])
  },
)

const parameters = [
  'page',
  'sort',
  'category',
  'color',
  'minPrice',
  'maxPrice',
  'q',
  'id',
  'session_id',
  'cart',
  'year',
]

test.each(pages.map((url, place) => [url, place] as const))(
  '%s is still a page when its address has a name of Object.prototype',
  async (url, place) => {
    const headers = { accept: 'text/html' }
    for (const name of someNames(place)) {
      const path = namesInPath(url, name)
      for (const query of [...queriesWith(name, []), `?${parameters.map(each => `${each}=${name}`).join('&')}`])
        await ask({ method: 'GET', url: path + query, headers })
      await ask({ method: 'GET', url: `${path === '/' ? '' : path}/${name}`, headers })
      await ask({ method: 'GET', url: `${path === '/' ? '/_root' : path}.data`, headers })
    }
    expect(printed).toEqual([])
  },
)

test.each([
  ...prototypeNames.flatMap(name => [`/shop/${name}`, `/shop/${name}/anything`, `/orders/${name}`]),
  ...prototypeNames.flatMap(name => [`/categories/${name}`, `/blogs/${name}`, `/pages/${name}`, `/${name}`]),
])('%s is a missing page of the shop, and prints nothing', async url => {
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(statusCode).toBe(404)
  expect(body).toContain('Page not found')
  expect(body).toContain('id="state"')
  expect(printed).toEqual([])
})
