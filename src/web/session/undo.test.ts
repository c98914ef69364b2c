import { afterEach, expect, test, vi } from 'vitest'
import type { ProductImport } from '#domain/products/product-import.ts'
import { api, unwrap } from '../api.ts'
import { makeStore } from '../store.ts'
import { undoEndpoint } from './use-undo.ts'

afterEach(() => {
  vi.useRealTimers()
})

const { endpoints } = api.injectEndpoints({
  endpoints: build => ({
    importInTest: build.query<ProductImport, void>({
      query: () => 'products/imports/1',
      transformResponse: unwrap<ProductImport>,
      providesTags: ['Audit'],
    }),
  }),
})

/** A browser's store whose undo calls get `undo`, and a counter of reads of the import. */
function storeWith(undo: (request: Request) => Promise<Response>) {
  let reads = 0
  const store = makeStore({
    fetchApi: async request => {
      if ((request as Request).method === 'POST') return await undo(request as Request)
      reads += 1
      return Response.json({ success: true, data: {} })
    },
  })
  return { store, reads: () => reads }
}

test('an undo may take as long as a large import needs', async () => {
  vi.useFakeTimers()
  const { store } = storeWith(({ signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    setTimeout(() => resolve(Response.json({ success: true })), 14 * 60_000)
    return promise
  })
  const answer = store.dispatch(undoEndpoint.initiate('1'))
  await vi.advanceTimersByTimeAsync(14 * 60_000)
  expect((await answer).error).toBeUndefined()
})

test.each([
  ['went well', async () => Response.json({ success: true })],
  ['was not answered', () => Promise.reject(new TypeError('fetch failed'))],
  ['failed', async () => Response.json({ success: false }, { status: 503 })],
  ['came too late', async () => Response.json({ success: false }, { status: 409 })],
])('the import is read again after an undo that %s', async (_, undo) => {
  const { store, reads } = storeWith(undo)
  await store.dispatch(endpoints.importInTest.initiate())
  await store.dispatch(undoEndpoint.initiate('1'))
  await expect.poll(reads).toBe(2)
})
