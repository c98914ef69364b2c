import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { sell } from '../orders/orders.fixture.ts'
import { openStock } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
const bounds = { ...shopLimits.checkoutsPerAddress, limitsHoarding: true }
beforeAll(async () => {
  shop = await openStock({ limits: { ...shopLimits, checkoutsPerAddress: bounds } })
})
afterAll(async () => {
  expect(await shop.countBroken()).toBe(0)
  await shop.close()
})

const takes = async (ring: string, quantity: number, cookie?: Record<string, string>) =>
  (await shop.buy([{ _id: ring, quantity }], cookie)).status

test('guests together hold at most half of the last pieces, rounded up, and are told so', async () => {
  const ring = await sell(shop.db, { name: 'Ring' })
  await shop.count(ring, 5)
  const first = await shop.buy([{ _id: ring, quantity: 2 }])
  expect(first.status).toBe(200)
  const short = await shop.buy([{ _id: ring, quantity: 2 }])
  expect([short.status, short.body.message]).toEqual([409, 'Line 1: only 1 left of Ring.'])
  expect(await takes(ring, 1)).toBe(200)
  const none = await shop.buy([{ _id: ring }])
  expect(none.body.message).toContain('All pieces of Ring are being paid for by others')
  expect(await shop.rowOf(ring)).toEqual({ onHand: 5, held: 3 })
  await shop.pay(first.session)
  await shop.confirm(first.session)
  expect(await takes(ring, 1)).toBe(200) // 3 are on hand, of which 1 is held: 2 may be
  expect(await takes(ring, 1)).toBe(409)
})

test('the last piece can be bought, and of more than ten pieces all', async () => {
  const [last, many] = [await sell(shop.db), await sell(shop.db)]
  await shop.count(last, 1)
  await shop.count(many, 11)
  expect(await takes(last, 1)).toBe(200)
  expect(await takes(many, 11)).toBe(200)
})

test('an account that has paid before may take all', async () => {
  const [earlier, ring] = [await sell(shop.db), await sell(shop.db)]
  await shop.count(ring, 4)
  const cookie = await signIn(shop.db, await createUser(shop.db, { email: 'anna@shop.test' }))
  expect(await takes(ring, 4, cookie)).toBe(409)
  const { session } = await shop.buy([{ _id: earlier }], cookie)
  await shop.pay(session)
  await shop.confirm(session)
  expect(await takes(ring, 4, cookie)).toBe(200)
})

test('of many at once no more than half get through', async () => {
  const ring = await sell(shop.db)
  await shop.count(ring, 10)
  const answers = await shop.lookingTogether([ring], () => Array.from({ length: 12 }, () => takes(ring, 1)))
  expect(answers.filter(status => status === 200)).toHaveLength(5)
  expect(await shop.rowOf(ring)).toEqual({ onHand: 10, held: 5 })
})
