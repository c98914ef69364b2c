import { expect, test } from 'vitest'
import { busy, ShopError } from '../lib/errors.ts'
import type { CachedResponse } from './cached-response.ts'
import { createResponseStore } from './response-cache.ts'

const answer = (body: string, ...cacheTags: string[]) => ({ headers: {}, body, cacheTags })
const textOf = ({ forms }: CachedResponse) => forms.identity.body.toString()

function hearing() {
  const answers = createResponseStore()
  answers.setListening(true)
  return answers
}

/** A response whose creation ends on command. */
function slowly(body: string, ...cacheTags: string[]) {
  let done = () => {}
  let times = 0
  const waited = new Promise<void>(resolve => {
    done = resolve
  })
  const make = async () => {
    times += 1
    await waited
    return answer(body, ...cacheTags)
  }
  return { make, done, times: () => times }
}

test('a cache in front may store what is certain to be up to date, and nothing else', async () => {
  const answers = createResponseStore({}, (key, cacheTags) => ({ 'Surrogate-Key': `${key} ${cacheTags}` }))
  const keyOf = ({ headers }: CachedResponse) => headers['Surrogate-Key']
  const get = async (key: string | undefined, ...cacheTags: string[]) =>
    await answers.get(key, async () => answer('one', ...cacheTags))
  expect(keyOf(await get('/shop', 'products')), 'before it listens').toBeUndefined()
  answers.setListening(true)
  expect(keyOf(await get('/shop', 'products'))).toBe('/shop products')
  expect(keyOf(await get('/shop', 'products')), 'from the cache').toBe('/shop products')
  expect(keyOf(await get(undefined, 'products')), 'without a key').toBeUndefined()

  const { make, done } = slowly('two', 'products')
  const asked = answers.get('/sale', make)
  answers.drop(['settings'])
  done()
  const made = await asked
  expect([textOf(made), keyOf(made), made.headers['Cache-Control']], 'made during a change').toEqual([
    'two',
    undefined,
    'private, no-cache',
  ])
  answers.doubt()
  const old = await answers.get('/shop', () => Promise.reject(busy()))
  expect([textOf(old), keyOf(old)], 'an old one').toEqual(['one', undefined])
})

test('concurrent requests create a response once, and it is cached', async () => {
  const answers = hearing()
  const { make, done, times } = slowly('one', 'products')
  const asked = Array.from({ length: 50 }, () => answers.get('/shop', make))
  done()
  expect(new Set((await Promise.all(asked)).map(textOf))).toEqual(new Set(['one']))
  await answers.get('/shop', make)
  expect(times()).toBe(1)
  expect(answers.find('/shop')).toBeDefined()
})

test('a change removes the responses that show it, and no others', async () => {
  const answers = hearing()
  await answers.get('/a', async () => answer('a', 'products', 'product:1'))
  await answers.get('/b', async () => answer('b', 'product:2'))
  await answers.get('/c', async () => answer('c'))
  answers.drop(['product:1', 'product:3'])
  expect(['/a', '/b', '/c'].map(key => answers.find(key) !== undefined)).toEqual([false, true, true])
  answers.drop('all')
  expect(answers.find('/c')).toBeUndefined()
})

test('a response begun before a change is neither cached nor given to later requests', async () => {
  const answers = hearing()
  const old = slowly('old', 'products')
  const before = answers.get('/shop', old.make)
  answers.drop(['reviews:7'])
  const after = answers.get('/shop', async () => answer('new', 'products'))
  old.done()
  expect(textOf(await before)).toBe('old')
  expect(textOf(await after)).toBe('new')
  expect(textOf(await answers.get('/shop', () => Promise.reject(new Error('it was kept'))))).toBe('new')
})

test('a response without cache tags is not shared', async () => {
  const answers = hearing()
  await answers.get('/cart', async () => ({ headers: {}, body: 'mine' }))
  expect(answers.find('/cart')).toBeUndefined()
})

test('all waiting requests get the failure, and it is not cached', async () => {
  const answers = hearing()
  const fail = () => answers.get('/shop', () => Promise.reject(new Error('no')))
  await expect(Promise.all([fail(), fail()])).rejects.toThrow('no')
  expect(textOf(await answers.get('/shop', async () => answer('yes', 'products')))).toBe('yes')
})

test('a rate-limited request is refused alone', async () => {
  const answers = hearing()
  let refuse = (_: unknown) => {}
  const refused = answers.get('/search', () => new Promise((_, reject) => (refuse = reject)))
  const other = answers.get('/search', async () => answer('found', 'products'))
  refuse(new ShopError(429, 'too_many', 'That was too often.'))
  await expect(refused).rejects.toThrow('too often')
  expect(textOf(await other)).toBe('found')
})

test('without notifications each response is created again; an old one is served only when the database is unavailable, or too many requests wait', async () => {
  const answers = hearing()
  await answers.get('/shop', async () => answer('old', 'products'))
  answers.setListening(false)
  expect(answers.find('/shop')).toBeUndefined()
  expect(textOf(await answers.get('/shop', async () => answer('new', 'products')))).toBe('new')
  const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(textOf(await answers.get('/shop', () => Promise.reject(lost)))).toBe('old')
  expect(textOf(await answers.get('/shop', async () => ({ status: 503, headers: {}, body: 'busy' })))).toBe('old')
  expect(textOf(await answers.get('/shop', () => Promise.reject(busy())))).toBe('old')
  await expect(answers.get('/other', () => Promise.reject(busy()))).rejects.toThrow('busy')
  answers.setListening(true)
  expect(answers.find('/shop')).toBeUndefined()
})

test('old responses are served while the database is starting, until they change or are created again', async () => {
  const answers = hearing()
  await answers.get('/a', async () => answer('old', 'product:1'))
  await answers.get('/b', async () => answer('old', 'product:2'))
  answers.setListening(false)
  answers.setListening(true)
  const fail = () => Promise.reject(busy())
  expect(textOf(await answers.get('/a', fail))).toBe('old')
  expect(textOf(await answers.get('/b', fail))).toBe('old')
  answers.drop(['product:1'])
  await expect(answers.get('/a', fail)).rejects.toThrow('busy')
  expect(textOf(await answers.get('/b', async () => answer('new', 'product:2')))).toBe('new')
  expect(answers.find('/b')).toBeDefined()
})

test('it never exceeds 32 MB: once full it stores what is requested twice, and evicts the least recently used', async () => {
  const answers = hearing()
  const addresses = Array.from({ length: 60 }, (_, n) => `/${n}`)
  const ask = (address: string) => answers.get(address, async () => answer('x'.repeat(1_000_000), 'products'))
  for (const address of addresses) await ask(address)
  const first = addresses.slice(0, 22)
  expect(addresses.filter(answers.find)).toEqual(first)

  await ask('/58')
  await ask('/59')
  expect(addresses.filter(answers.find)).toEqual([...first.slice(2), '/58', '/59'])
  for (const address of ['/huge', '/huge'])
    await answers.get(address, async () => answer('x'.repeat(70_000_000), 'products'))
  expect(answers.find('/huge')).toBeUndefined()
})

test('long addresses count with their length, and a full cache evicts nothing for a single request', async () => {
  const answers = hearing()
  const addresses = Array.from({ length: 3_000 }, (_, n) => `/${n}`.padEnd(2_000, '-'))
  for (const address of addresses) await answers.get(address, async () => answer('x'.repeat(7_995), 'products'))
  const saved = addresses.filter(answers.find)
  expect(saved).toEqual(addresses.slice(0, 1_864))
})
