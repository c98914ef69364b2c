import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
const url = '/api/auth/sizes'

test('a user keeps sizes in the account, sees them among the own data, and takes them out again', async () => {
  const ada = await createUser(db)
  const headers = await signIn(db, ada)
  const read = async () => (await app.inject({ url, headers })).json().data.sizes
  const save = (sizes: unknown) => app.inject({ method: 'PUT', url, headers, payload: { sizes } })
  expect(await read()).toEqual([])
  expect((await save(['ring-54', 'eu-40', 'banana'])).json().data.sizes).toEqual(['clothes-M', 'ring-54'])
  expect(await read()).toEqual(['clothes-M', 'ring-54'])
  const { profile } = (await app.inject({ url: '/api/auth/my-data', headers })).json()
  expect(profile.sizes).toEqual(['clothes-M', 'ring-54'])
  for (const wrong of ['clothes-M', [7], ['x'.repeat(21)], Array(41).fill('one')])
    expect((await save(wrong)).statusCode).toBe(400)
  expect(await read()).toEqual(['clothes-M', 'ring-54'])
  expect((await save([])).statusCode).toBe(200)
  expect(await read()).toEqual([])
})

test('who is not signed in keeps none, and nobody those of others', async () => {
  const [ada, eve] = [await createUser(db), await createUser(db)]
  const payload = { sizes: ['one'] }
  expect((await app.inject({ url })).statusCode).toBe(401)
  expect((await app.inject({ method: 'PUT', url, payload })).statusCode).toBe(401)
  expect((await app.inject({ method: 'PUT', url, payload, headers: await signIn(db, eve) })).statusCode).toBe(200)
  expect((await app.inject({ url, headers: await signIn(db, ada) })).json().data.sizes).toEqual([])
})
