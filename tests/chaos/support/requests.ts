import fc from 'fast-check'
import { categories, colors, sorts } from '#domain/products/product.ts'
import { list, nastyTexts, nastyValues, prototypeNames } from './nasty.ts'
import { nastyBodies, nastyHeaders, type RawBody } from './nasty-requests.ts'
import type { Route } from './routes.ts'

/** Existing records of the shop, for meaningful requests. */
export interface Goods {
  ids: Record<'product' | 'order' | 'user' | 'image' | 'audit' | 'message' | 'import' | 'session', string[]>
  callers: { headers: Record<string, string>; id: string; email: string; role: 'user' | 'admin' }[]
}

export interface SentRequests {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The table of the ids in an address. */
const tables: [RegExp, keyof Goods['ids']][] = [
  [/imports/, 'import'],
  [/products/, 'product'],
  [/order/, 'order'],
  [/sandbox/, 'session'],
  [/undo/, 'audit'],
  [/images/, 'image'],
  [/contact/, 'message'],
  [/users|auth|reviews|stats/, 'user'],
]

const pages = list(
  '¦shop¦search?q=silk¦categories/dress¦login¦success?session_id=x¦dashboard¦blogs¦pages/faq¦assets/x.js',
  'shop/__proto__¦shop/constructor/x¦orders/toString¦categories/valueOf',
)

/** Common values of a field by its name. */
const usual = ({ ids, callers }: Goods): Record<string, readonly unknown[]> => ({
  email: [...callers.map(({ email }) => email), 'ada@example.com'],
  password: ['correct horse battery staple'],
  oldPassword: ['correct horse battery staple'],
  newPassword: ['another horse and another staple'],
  username: ['Ada'],
  name: ['Silk dress'],
  category: categories,
  color: colors,
  sort: sorts,
  price: [12, 0.5, '19.99'],
  oldPrice: [24, null, ''],
  minPrice: ['0', '10.5'],
  maxPrice: ['100', 'Infinity'],
  page: ['1', '2'],
  limit: ['1', '10', '100'],
  year: ['2026'],
  image: [picture, ''],
  profileImage: ['https://example.com/me.png', ''],
  productId: ids.product,
  ids: [ids.product.slice(0, 5).join(',')],
  products: [ids.product.slice(0, 3).map(_id => ({ _id, quantity: 1 })), [{ _id: ids.product[0] }]],
  session_id: ids.session,
  rating: [1, 5],
  role: ['user', 'admin'],
  status: ['pending', 'shipped', 'paid'],
  record: ids.product,
  file: ['320.webp', '1.xml', 'goods.csv'],
  q: ['silk', 'dres'],
})

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const anything = fc.oneof(fc.constantFrom(...nastyValues), fc.jsonValue({ maxDepth: 3 }))

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
}

/** Mostly values that the schema allows; those of known fields are mostly meaningful. */
function valuesOf(schema: Schema, known: Record<string, readonly unknown[]>): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(each => valuesOf(each, known)))
  if (schema.type === 'object') return fieldsOf(schema, known)
  if (schema.type === 'array') return fc.array(valuesOf(schema.items ?? {}, known), { maxLength: 5 })
  if (schema.type === 'string') return text
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  const { minimum: min = -10, maximum: max = 1_000 } = schema
  if (schema.type === 'integer') return fc.integer({ min, max })
  return schema.type === 'number' ? fc.double({ min, max }) : anything
}

function fieldsOf({ properties = {}, required = [] }: Schema, known: Record<string, readonly unknown[]>) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const right = known[name]?.length ? fc.constantFrom(...known[name]) : valuesOf(schema, known)
    const given = fc.oneof(
      { weight: 12, arbitrary: right },
      { weight: 2, arbitrary: valuesOf(schema, known) },
      { weight: 1, arbitrary: anything },
    )
    return [name, given]
  })
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required })
}

/** Requests to a route: most are nearly valid, each wrong in its own way. */
export function requestsTo(route: Route, goods: Goods): fc.Arbitrary<SentRequests> {
  const known = usual(goods)
  const { querystring, body } = route.schema
  const named = [...route.url.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => name)
  const mayCall = goods.callers.filter(({ role }) => route.access !== 'admin' || role === 'admin')
  return fc
    .record({
      caller: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...mayCall) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, ...goods.callers) },
      ),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE') },
      ),
      named: fc.tuple(...named.map(name => valueInPath(name, route, goods))),
      isOwn: fc.boolean(),
      query: queryOf((querystring ?? {}) as Schema, known),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...nastyHeaders) },
      ),
      body: fc.oneof(
        { weight: 8, arbitrary: bodyOf(route, body as Schema | undefined, known) },
        { weight: 1, arbitrary: fc.constantFrom(...nastyBodies) },
      ),
      visitor: fc.nat(2 ** 24 - 1),
    })
    .map(({ caller, method, named: values, isOwn, query, headers, body, visitor }) => {
      const rest = values.values()
      const own = caller && route.access.startsWith('self') && isOwn ? caller.id : undefined
      const path = route.url.replace(/:(\w+)|\*/g, () => own ?? String(rest.next().value))
      const sent = method === 'GET' || method === 'HEAD' ? undefined : body
      return {
        method,
        path: `${path}${query}`,
        headers: {
          ...(sent && { 'content-type': sent.type, ...(sent.encoding && { 'content-encoding': sent.encoding }) }),
          'x-forwarded-for': `12.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
          ...caller?.headers,
          ...headers,
        },
        body: sent?.body,
      }
    })
    .filter(({ path }) => /^\/[\x21-\x7e\x80-\xff]{0,12000}$/.test(path)) // longer paths are cut off
}

/** Encoded as by a browser, or not encoded as it should be. */
const inAddress = (value: unknown) => encodeURIComponent(String(value).toWellFormed())
const broken = list('%¦%zz¦%00¦%ED%A0%80¦%c0%ae¦%2f¦%5c..¦..¦.¦%0d%0aX:y¦ÿ¦%25%30¦%u0041')

function valueInPath(name: string, { url }: Route, { ids }: Goods): fc.Arbitrary<string> {
  const table = tables.find(([pattern]) => pattern.test(url))?.[1]
  const right = name === '*' ? pages : name === 'file' ? ['320.webp', '1280.avif', '1'] : table ? ids[table] : []
  const wrong = fc.oneof(text.map(inAddress), fc.constantFrom(...broken))
  if (right.length === 0) return wrong
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: wrong })
}

function queryOf({ properties = {} }: Schema, known: Record<string, readonly unknown[]>): fc.Arbitrary<string> {
  const names = Object.keys(properties)
  const pair = fc
    .constantFrom(...names, 'x')
    .chain(name => fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...(known[name] ?? [''])), text)))
    .map(([name, value]) => `${name}=${inAddress(value)}`)
  const oddity = fc.constantFrom(
    '',
    '&',
    '=',
    '?',
    'q',
    'q[]=1',
    'q=1&q=2',
    ...prototypeNames.map(name => `${name}=${name}`),
    'a[b]=c',
    'limit=%',
    'q=%ED%A0%80',
    'page=%00',
    '#',
    'q=+',
  )
  const query = fc.array(fc.oneof({ weight: 8, arbitrary: pair }, { weight: 1, arbitrary: oddity }), { maxLength: 6 })
  return query.map(parts => (parts.length > 0 ? `?${parts.join('&')}` : ''))
}

const card = new URLSearchParams({
  email: 'ada@example.com',
  name: 'Ada',
  line1: '1 Road',
  city: 'London',
  postal_code: 'SW1Y',
  country: 'GB',
  phone: '+44 20 7946 0000',
  card_number: '4242424242424242',
  card_expiry: '12/40',
  card_cvc: '123',
  card_name: 'Ada',
}).toString()
const table = 'name,category,color,description,price,oldPrice,image\nSilk dress,dress,black,A dress,12,,\n'

function bodyOf(
  { url, method }: Route,
  schema: Schema | undefined,
  known: Record<string, readonly unknown[]>,
): fc.Arbitrary<RawBody | undefined> {
  if (url.startsWith('/sandbox')) return fc.constant({ type: 'application/x-www-form-urlencoded', body: card })
  if (url.endsWith('/imports')) return fc.constant({ type: 'text/csv', body: table })
  if (!schema) return method === 'DELETE' ? fc.constant(undefined) : anything.map(asJson)
  return valuesOf(schema, known).map(asJson)
}

const asJson = (value: unknown): RawBody => ({ type: 'application/json', body: JSON.stringify(value) ?? '' })
