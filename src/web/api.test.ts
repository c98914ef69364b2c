import { afterEach, expect, test, vi } from 'vitest'
import { productEndpoints } from './products/api.ts'
import { makeStore } from './store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const empty = () => Response.json({ success: true, data: { products: [], totalProducts: 0, totalPages: 0 } })

/** A browser's store whose API calls get `answer`, and a record of those calls. */
function storeWith(answer: () => Response | Promise<Response>) {
  const calls: Request[] = []
  const store = makeStore({
    fetchApi: async request => {
      calls.push(request as Request)
      return await answer()
    },
  })
  return { calls, ask: () => store.dispatch(productEndpoints.listProducts.initiate({})) }
}

async function errorOf(answer: () => Response | Promise<Response>) {
  const { error } = await storeWith(answer).ask()
  return (error as { status: unknown } | undefined)?.status
}

test('the product list sends empty strings, minPrice 0, page 1, a limit of ten, and cookies', async () => {
  const { calls, ask } = storeWith(empty)
  await ask()
  const [call] = calls
  if (!call) throw new Error('nothing was asked')
  expect(call.method).toBe('GET')
  expect(new URL(call.url).pathname).toBe('/api/products/')
  expect(new URL(call.url).search).toBe('?category=&color=&minPrice=0&maxPrice=&page=1&limit=10')
  expect(call.credentials).toBe('include')
})

test.each([200, 201, 299])('%i is success', async status => {
  expect(await errorOf(() => new Response(empty().body, { status }))).toBeUndefined()
})

test.each([300, 400, 401, 404, 409, 500, 503])('%i is an error with that status', async status => {
  expect(await errorOf(() => Response.json({ success: false }, { status }))).toBe(status)
})

test('no answer is FETCH_ERROR, a late one TIMEOUT_ERROR, an unreadable one PARSING_ERROR', async () => {
  const statuses = [
    await errorOf(() => Promise.reject(new TypeError('fetch failed'))),
    await errorOf(() => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'))),
    await errorOf(() => new Response('<!doctype html>')),
  ]
  expect(statuses).toEqual(['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR'])
})

test('a query without subscribers is cached for 60 seconds, then fetched again', async () => {
  const { calls, ask } = storeWith(empty)
  vi.useFakeTimers()
  const first = ask()
  await first
  first.unsubscribe()
  await vi.advanceTimersByTimeAsync(59_000)
  const second = ask()
  await second
  expect(calls).toHaveLength(1)

  second.unsubscribe()
  await vi.advanceTimersByTimeAsync(61_000)
  await ask()
  expect(calls).toHaveLength(2)
})
