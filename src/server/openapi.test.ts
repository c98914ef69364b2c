import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../tests/support/builders.ts'
import { noLimits } from '../../tests/support/limits.ts'
import { signIn } from '../../tests/support/sign-in.ts'

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

const { app, db } = await testApp({ limits: noLimits })
const document = (await app.inject('/api/docs')).json() as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}
const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const asDocumented = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')

/** False for pages, pictures, the sandbox, the document itself and the catch-all route. */
const isOfApi = (url: string) => url.startsWith('/api/') && !/^\/api\/(?:docs$|\*)/.test(url)

test('the document is OpenAPI 3, and names every route of the running shop and no other', () => {
  expect(document.openapi).toMatch(/^3\.1/)
  const routes = app.accessTable.filter(({ url, method }) => isOfApi(url) && method !== 'HEAD' && method !== 'OPTIONS')
  const names = (all: { method: string; path: string }[]) =>
    all.map(({ method, path }) => `${method} ${path.replace(/(.)\/$/, '$1')}`).toSorted()
  const running = names(routes.map(({ method, url }) => ({ method, path: asDocumented(url) })))
  expect(names(documented.filter(({ path }) => isOfApi(path)))).toEqual(running)
})

test('GET responses have the documented schema', async () => {
  const admin = await createUser(db, { role: 'admin' })
  const headers = await signIn(db, admin)
  const product = await createProduct(db)
  await createReview(db, { user_id: admin.id, product_id: product.id })
  await createOrder(db, [product], { user_id: admin.id, email: admin.email })
  let answered = 0
  for (const { path, method, operation } of documented) {
    if (method !== 'GET') continue
    const url = path.replace('products/{id}', `products/${product.id}`).replaceAll(/\{\w+\}/g, admin.id)
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode, url).toBeLessThan(500)
    const schema = operation.responses[answer.statusCode]?.content?.['application/json']?.schema
    if (!schema || !`${answer.headers['content-type']}`.startsWith('application/json')) continue
    expect(Check(schema, answer.json()), `${url}: ${answer.body}`).toBe(true)
    answered += 1
  }
  expect(answered).toBeGreaterThan(15)
})
