import { expect, test } from 'vitest'
import { api } from './api.ts'
import { productEndpoints } from './products/api.ts'
import { openPageAnswers } from './ssr-store.ts'
import { makeStore } from './store.ts'

const [id, gone] = ['01a2007b-2dcb-7527-8552-ccf014769afa', '01a2007b-2dcb-7527-8552-ccf014769aff']
const product = { _id: id, name: 'Silk dress' }
const answers: Record<string, { status: number; body: unknown }> = {
  [`products/${id}`]: { status: 200, body: { success: true, data: { product, reviews: [] } } },
  [`products/${id}/related`]: { status: 200, body: { success: true, data: [] } },
  [`products/${gone}`]: { status: 410, body: undefined },
}
const askApi = async (path: string) => answers[path] ?? { status: 503, body: undefined }
const { getProduct, relatedProducts } = productEndpoints

test('what a page was told is in its store as if it had been asked for there', async () => {
  const page = openPageAnswers(askApi)
  expect(await page.ask([getProduct, id])).toBe(200)
  expect(await page.ask([relatedProducts, id])).toBe(200)
  const state = (await page.toStore()).getState()

  const asking = makeStore({ askApi })
  await asking.dispatch(getProduct.initiate(id))
  await asking.dispatch(relatedProducts.initiate(id))
  for (const query of [getProduct, relatedProducts]) {
    const { data, isSuccess } = query.select(id)(asking.getState())
    expect(isSuccess).toBe(true)
    expect(query.select(id)(state)).toMatchObject({ data, isSuccess })
  }
  expect(state.api.provided).toEqual(asking.getState().api.provided)
  expect({ ...state, api: undefined }).toEqual({ ...asking.getState(), api: undefined })
})

test('it is in there as RTK Query itself would put it in', async () => {
  const page = openPageAnswers(askApi)
  await page.ask([getProduct, id])
  await page.ask([relatedProducts, id])
  const { queries, ...others } = (await page.toStore()).getState().api
  const asked = { endpointName: 'getProduct', arg: id, value: queries[`getProduct("${id}")`]?.data }
  const related = { endpointName: 'relatedProducts', arg: id, value: queries[`relatedProducts("${id}")`]?.data }
  const own = api.reducer(undefined, api.util.upsertQueryEntries([asked, related] as never))
  expect(others).toEqual({ ...own, queries: undefined })
  const anyTime = {
    requestId: expect.any(String),
    startedTimeStamp: expect.any(Number),
    fulfilledTimeStamp: expect.any(Number),
  }
  for (const [key, query] of Object.entries(own.queries)) expect(queries[key]).toEqual({ ...query, ...anyTime })
  expect(Object.keys(queries)).toEqual(Object.keys(own.queries))
})

test('what failed is in it with its status, beside what did not', async () => {
  const page = openPageAnswers(askApi)
  expect(await page.ask([getProduct, gone])).toBe(410)
  expect(await page.ask([relatedProducts, gone])).toBe(503)
  expect(await page.ask([getProduct, id])).toBe(200)
  const state = (await page.toStore()).getState()
  expect(getProduct.select(gone)(state)).toMatchObject({ isError: true, error: { status: 410 } })
  expect(relatedProducts.select(gone)(state)).toMatchObject({ isError: true, error: { status: 503 } })
  expect(getProduct.select(id)(state)).toMatchObject({ isSuccess: true, data: { product } })
})
