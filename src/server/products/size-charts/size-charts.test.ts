import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
let asOlga: { cookie: string }

beforeAll(async () => {
  asOlga = await signIn(db, await createUser(db, { role: 'admin' }))
})

const dresses = {
  name: 'Dresses',
  isGarment: false,
  measures: ['Bust', 'Waist'],
  rows: [
    {
      size: 'alpha-S',
      mm: [
        [840, 880],
        [660, 700],
      ],
    },
    {
      size: 'alpha-M',
      mm: [
        [890, 930],
        [710, 710],
      ],
    },
  ],
}

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', id = '', payload?: unknown, headers = asOlga) {
  const url = `/api/size-charts${id && `/${id}`}`
  const response = await app.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  })
  const { data, message } = response.json()
  return { status: response.statusCode, data, message }
}
let made = 0
/** A chart with a name of its own, unless one is given. */
const create = (changes: object = {}) => send('POST', '', { ...dresses, name: `Dresses ${++made}`, ...changes })
const productPage = async (id: string) => (await app.inject(`/api/products/${id}`)).json().data.product
const use = (productId: string, chartId: string | null) =>
  app.inject({
    method: 'PATCH',
    url: `/api/products/update-product/${productId}`,
    payload: { chartId },
    headers: asOlga,
  })

test('a chart is added, listed by name, changed and shown with its products', async () => {
  const { status, data } = await create({ name: 'Dresses', rows: dresses.rows.toReversed() })
  expect(status).toBe(201)
  const { updatedAt, ...chart } = data
  expect(chart).toEqual({ ...dresses, _id: data._id })
  await create({ name: 'Belts' })
  const names = (await send('GET')).data.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Belts', 'Dresses'])

  const dress = await createProduct(db)
  await use(dress.id, data._id)
  expect((await productPage(dress.id)).chart).toEqual(chart)
  const changed = { ...dresses, name: 'Dresses, measured flat', isGarment: true }
  expect((await send('PATCH', data._id, { ...changed, updatedAt })).data).toMatchObject({ ...changed, _id: data._id })
  expect((await productPage(dress.id)).chart).toEqual({ ...changed, _id: data._id })

  const entries = await db.selectFrom('audit').selectAll().where('record_id', '=', data._id).orderBy('id').execute()
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'create',
      before: null,
      after: {
        name: 'Dresses',
        isGarment: false,
        sizes: 'S: Bust 84–88 cm, Waist 66–70 cm; M: Bust 89–93 cm, Waist 71 cm',
      },
    },
    {
      action: 'update',
      before: { name: 'Dresses', isGarment: false },
      after: { name: 'Dresses, measured flat', isGarment: true },
    },
  ])
  const listed = (await app.inject({ url: '/api/audit?record=size%20chart&q=measured', headers: asOlga })).json()
  expect(listed.data.map(({ recordName }: { recordName: string }) => recordName)).toContain('Dresses, measured flat')
})

test('a chart that products use cannot be deleted; another one can, and its deletion is undone', async () => {
  const { data } = await create()
  const [first, second] = [await createProduct(db, { name: 'Aurelia' }), await createProduct(db, { name: 'Colette' })]
  for (const { id } of [first, second]) await use(id, data._id)
  expect(await send('DELETE', data._id)).toMatchObject({
    status: 409,
    message: 'Aurelia and 1 more use this size chart: choose another one there first.',
  })
  for (const { id } of [first, second]) await use(id, null)
  const deleted = await send('DELETE', data._id)
  expect(deleted).toMatchObject({ status: 200, message: 'Size chart deleted' })
  expect((await send('GET')).data.map(({ _id }: { _id: string }) => _id)).not.toContain(data._id)
  expect(await send('DELETE', data._id)).toMatchObject({ status: 404, message: 'Size chart not found' })
  expect((await use(first.id, data._id)).json().message).toBe('This size chart is not there any more.')

  const undo = () => app.inject({ method: 'POST', url: `/api/admin/undo/${deleted.data.auditId}`, headers: asOlga })
  expect((await undo()).statusCode).toBe(200)
  expect((await undo()).statusCode).toBe(409)
  expect((await send('GET')).data).toContainEqual(data)
})

test('a deleted chart does not come back beside another one of its name', async () => {
  const { data } = await create({ name: 'Gowns' })
  const deleted = await send('DELETE', data._id)
  await create({ name: 'gowns' })
  const url = `/api/admin/undo/${deleted.data.auditId}`
  const undone = await app.inject({ method: 'POST', url, headers: asOlga })
  expect([undone.statusCode, undone.json().message]).toEqual([409, 'There is a size chart Gowns already.'])
  expect((await send('GET')).data.map(({ name }: { name: string }) => name)).not.toContain('Gowns')
})

test('a chart and the product that takes it at the same moment: one of them waits, and no product has a deleted chart', async () => {
  for (let n = 0; n < 10; n++) {
    const [{ data }, { id }] = [await create(), await createProduct(db)]
    const [deleted, used] = await Promise.all([send('DELETE', data._id), use(id, data._id)])
    expect([deleted.status, used.statusCode].toSorted()).toEqual(deleted.status === 200 ? [200, 400] : [200, 409])
  }
})

test('two charts of one name, also at once, and a change of a chart that somebody has changed since, are refused', async () => {
  const twice = await Promise.all([create({ name: 'Coats' }), create({ name: 'coats' })])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await create({ name: 'COATS' })).toMatchObject({
    status: 409,
    message: 'There is a size chart COATS already.',
  })
  const { data } = await create()
  const change = (changes: object) => send('PATCH', data._id, { ...dresses, name: data.name, ...changes })
  const both = await Promise.all(
    [true, false].map(isGarment => change({ name: `Gowns ${isGarment}`, isGarment, updatedAt: data.updatedAt })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toBe(
    'Somebody has changed this size chart since you opened it. Cancel, and open it again.',
  )
  expect((await change({ name: 'Coats' })).status).toBe(409)
})

test.each([
  [{ name: ' ' }, 'The name of the chart is missing.'],
  [{ name: 'n'.repeat(81) }, 'The name can have at most 80 characters.'],
  [{ isGarment: 'yes' }, 'isGarment must be true or false.'],
  [{ measures: [] }, 'A chart needs at least one measure.'],
  [{ measures: 'Bust' }, 'A chart needs at least one measure.'],
  [{ measures: ['Bust', 'Bust'] }, 'The measure Bust is there twice.'],
  [{ measures: ['Bust', ''] }, 'A measure has no name.'],
  [{ rows: [] }, 'A chart needs at least one size.'],
  [{ rows: [null] }, 'A row of the chart has no size that the shop knows.'],
  [{ rows: [dresses.rows[0], dresses.rows[0]] }, 'The size S is there twice.'],
  [{ rows: [{ size: 'alpha-M', mm: [[890, 930]] }] }, 'M, Waist: fill in from and to, from 0.1 to 300 cm.'],
  [
    {
      rows: [
        {
          size: 'alpha-M',
          mm: [
            [930, 890],
            [660, 700],
          ],
        },
      ],
    },
    'M, Bust: fill in from and to, from 0.1 to 300 cm.',
  ],
  [
    {
      rows: [
        {
          size: 'alpha-M',
          mm: [
            [890, 930],
            [660, 1e9],
          ],
        },
      ],
    },
    'M, Waist: fill in from and to, from 0.1 to 300 cm.',
  ],
])('%j is refused: %s', async (changes, sentence) => {
  expect(await create(changes)).toMatchObject({ status: 400, message: sentence })
})

test('visitors and customers cannot read or change charts', async () => {
  const { data } = await create()
  const asAda = await signIn(db, await createUser(db))
  for (const [headers, status] of [
    [{} as typeof asAda, 401],
    [asAda, 403],
  ] as const) {
    expect((await send('GET', '', undefined, headers)).status).toBe(status)
    expect((await send('POST', '', dresses, headers)).status).toBe(status)
    expect((await send('PATCH', data._id, dresses, headers)).status).toBe(status)
    expect((await send('DELETE', data._id, undefined, headers)).status).toBe(status)
  }
})

test.each(['nonsense', '00000000-0000-7000-8000-000000000000'])('an unknown chart %s is 404', async id => {
  expect((await send('PATCH', id, dresses)).status).toBe(404)
  expect((await send('DELETE', id)).status).toBe(404)
})
