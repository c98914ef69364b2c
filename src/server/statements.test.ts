import { expect, test } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../tests/support/builders.ts'
import { statementsDuring } from '../../tests/support/count-statements.ts'
import { noLimits } from '../../tests/support/limits.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import { recordAuditEntry } from './audit/record.ts'
import type { Db } from './db/connection.ts'
import { systemClock as clock, randomIds as ids } from './lib/clock.ts'

/** Opens a shop with so many rows of everything, also for one single customer, product, order and import. */
async function openShop(rows: number) {
  const { app, db } = await testApp({ limits: noLimits })
  const olga = await createUser(db, { role: 'admin' })
  const [dress, ring] = [await createProduct(db), await createProduct(db)]
  const line = Array<typeof dress>(rows).fill(dress)
  const importId = await saveImport(db, rows)
  let messageId = ''
  const codeId = ids.uuid()
  await db
    .insertInto('discount_code')
    .values({
      id: codeId,
      code: 'SPRING',
      kind: 'percent',
      value: 1_000,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute()
  let order: Awaited<ReturnType<typeof createOrder>> | undefined
  for (let n = 0; n < rows; n++) {
    const user = await createUser(db)
    await createReview(db, { user_id: user.id, product_id: dress.id })
    const gown = await createProduct(db)
    await createReview(db, { user_id: olga.id, product_id: gown.id })
    order = await createOrder(db, [...line, ring], { user_id: olga.id, email: olga.email })
    const auditEntry = { actor: olga.id, action: 'change status', record: 'order', recordId: order.id } as const
    await db.transaction().execute(tx => recordAuditEntry(tx, auditEntry, { clock, ids }))
    const at = clock.now()
    const event = { order_id: order.id, kind: 'status', value: 'pending', actor: 'webhook', at } as const
    await db.insertInto('order_event').values(Array(rows).fill(event)).execute()
    const note = { order_id: order.id, text: 'Wrap it.', author: olga.id, at }
    const notes = Array.from({ length: rows }, () => ({ id: ids.uuid(), ...note }))
    await db.insertInto('order_note').values(notes).execute()
    const message = { id: ids.uuid(), name: 'Ada', email: 'ada@shop.test', subject: 'Silk', message: 'Hello' }
    await db
      .insertInto('contact_message')
      .values({ ...message, created_at: at })
      .execute()
    messageId = message.id
    await createOrder(db, [dress], { discount_code_id: codeId, discount_code: 'SPRING' })
    const answer = { message_id: message.id, author: olga.id, text: 'Gladly.', at }
    const answers = Array.from({ length: rows }, () => ({ id: ids.uuid(), ...answer }))
    await db.insertInto('message_answer').values(answers).execute()
    await createOrder(db, [dress], { email: message.email })
    await db
      .insertInto('empty_search')
      .values({ term: `silk ${n}`, first_at: at, last_at: at })
      .execute()
    await db.insertInto('chore').values({ id: ids.uuid(), kind: 'check', started_at: at, finished_at: at }).execute()
  }
  const headers = await signIn(db, olga)
  const take = await saveStock(app, headers, [ring.id, dress.id])
  const paths = pathsAbout({
    product: dress.id,
    order: order?.id,
    message: messageId,
    code: codeId,
    user: olga.id,
    email: olga.email,
    import: importId,
    take,
  })
  return { app, ask: async (url: string) => await app.inject({ url, headers }), paths }
}

/** Counts and receives these, and begins a stock take. @returns the id of the take */
async function saveStock(
  app: Awaited<ReturnType<typeof testApp>>['app'],
  headers: Record<string, string>,
  variants: string[],
) {
  const send = async (method: 'PUT' | 'POST', url: string, payload: object) =>
    await app.inject({ method, url: `/api/stock/${url}`, payload, headers })
  await send('PUT', 'counts', { counts: variants.map(variantId => ({ variantId, shelf: 0, seen: null })) })
  const lines = variants.map(variantId => ({ variantId, pieces: 2 }))
  for (let n = 0; n < 3; n++) await send('POST', 'deliveries', { id: ids.uuid(), lines })
  const take = ids.uuid()
  await send('POST', 'takes', { id: take, name: 'Autumn' })
  return take
}

async function saveImport(db: Db, rows: number): Promise<string> {
  const [id, at] = [ids.uuid(), clock.now()]
  const faults = JSON.stringify(Array(rows).fill({ line: 1, column: 'name', message: 'The name is missing.' }))
  const found = { added: rows, fault_count: rows, faults, read_at: at }
  await db
    .insertInto('product_import')
    .values({ id, file: 'a.csv', actor: null, created_at: at, ...found })
    .execute()
  const row = { import_id: id, kind: 'new', after: '{"name":"Silk dress"}', before: null, version: null } as const
  const numbered = Array.from({ length: rows }, (_, n) => ({ ...row, product_id: ids.uuid(), line: n + 2 }))
  await db.insertInto('product_import_row').values(numbered).execute()
  return id
}

type Things = Record<'product' | 'user' | 'email' | 'import' | 'take' | 'message' | 'code', string> & {
  order: string | undefined
}

/** The parameters for the routes that have some. */
const pathsAbout = ({
  product,
  order,
  user,
  email,
  import: id,
  take,
  message,
  code,
}: Things): Record<string, string[]> => ({
  '/api/products/:id': [product],
  '/api/products/:id/related': [product],
  '/api/products/manage/:id': [product],
  '/api/products/imports/:id': [id],
  '/api/products/imports/:id/faults': [id],
  '/api/products/imports/:id/changes': [id],
  '/api/products/imports/:id/counts': [id],
  '/api/products/imports/:id/pictures': [id],
  '/api/stock/:productId': [product],
  '/api/stock/:productId/movements': [product],
  '/api/stock/:productId/sold-through': [product],
  '/api/stock/takes/:id': [take],
  '/api/contact/:id/orders': [message],
  '/api/discount-codes/:id/uses': [code],
  '/api/orders/order/:id': [order ?? ''],
  '/api/orders/order/:id/invoices': [order ?? ''],
  '/api/orders/order/:id/invoices/:number.pdf': [order ?? ''],
  '/api/orders/return/:orderId': ['none'],
  '/api/returns/of/:orderId': [order ?? ''],
  '/api/orders/:id/notes': [order ?? ''],
  '/api/orders/:email': [user, email],
  '/api/reviews/:userId': [user, email],
  '/api/stats/user-stats/:id': [user, email],
  '/api/pages/:address': ['none'],
  '/api/posts/:address': ['none'],
  '/api/content/:id': ['none'],
  '/api/content/previews/:id/:key': ['none/none'],
  '/api/settings/collections/:address': ['none'],
  '/api/settings/services/payments/try/:id': ['cs_test_none'],
  '/sitemaps/products-:file.xml': ['1'],
  '/alerts/:token': ['none'],
  '/sandbox/pay/:id': ['cs_test_none'],
  '/images/:id/:file': ['none'],
})

const [few, many] = [2, 30]
const small = await openShop(few)
const large = await openShop(many)
const routes = small.app.accessTable.filter(({ method }) => method === 'GET').map(({ url }) => url)

/** The routes that return all rows when searched for this text. */
const lists: Record<string, string> = {
  '/api/products': 'silk',
  '/api/products/:id': '',
  '/api/products/imports/:id/faults': '',
  '/api/products/imports/:id/changes': '',
  '/api/orders': 'shop.test',
  '/api/orders/order/:id': '',
  '/api/orders/:email': '',
  '/api/orders/packing': 'shop.test',
  '/api/orders/:id/notes': '',
  '/api/auth/users': 'shop.test',
  '/api/search': 'silk',
  '/api/stock': 'dress',
  '/api/search/empty': 'silk',
  '/api/reviews': 'silk',
  '/api/reviews/:userId': '',
  '/api/audit': 'shop.test',
  '/api/contact': 'silk',
}

test.each(routes)('GET %s takes the same statements for 2 rows and for 30', async route => {
  if (route.includes(':')) expect(Object.keys(small.paths), 'its parameters are missing in pathsAbout').toContain(route)
  const searched = `?limit=100&q=${lists[route] ?? 'silk'}`
  for (const [at] of (small.paths[route] ?? ['']).entries()) {
    for (const query of [searched, '?limit=100', '?limit=1&page=2']) {
      const taken = async ({ ask, paths }: typeof small) => {
        const url = route.replace(/:\w+/, paths[route]?.[at] ?? '').replace('*', 'nowhere') + query
        const answer = { rows: 0 }
        const statements = await statementsDuring(async () => {
          answer.rows = longestList((await ask(url)).body)
        })
        return { ...answer, statements: statements.length }
      }
      const [short, long] = [await taken(small), await taken(large)]
      expect(long.statements, query).toBe(short.statements)
      if (route in lists && query === searched) expect(long.rows).toBeGreaterThanOrEqual(many)
    }
  }
})

function longestList(body: string): number {
  if (!body.startsWith('{')) return 0
  let longest = 0
  JSON.parse(body, (_, value) => {
    if (Array.isArray(value)) longest = Math.max(longest, value.length)
    return value
  })
  return longest
}
