import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { eraseByEmail, eraseDeleted } from '../privacy/erase-deleted-job.ts'
import { eraseRelatedRows } from '../privacy/erase-related-rows.ts'
import { addObjectionKey } from './queries.ts'
import { receiveWithdrawal } from './receive-withdrawal.ts'

const clock = movableClock()
const { db } = await testApp({ clock })
const book = { db, clock, ids: randomIds }
const dress = await createProduct(db)
const day = 24 * 60 * 60_000

beforeEach(() => sql`truncate "order", return, withdrawal, mail cascade`.execute(db))

async function withdraw(contract: string, email = 'heidi@shop.test') {
  const id = randomIds.uuid()
  await receiveWithdrawal(book, id, { name: 'Heidi', contract, email, pieces: 'The hat' })
  await addObjectionKey(db, id)
  return id
}
const order = async (more = {}) => `#${(await createOrder(db, [dress], { status: 'completed', ...more })).number}`
const count = async (table: 'return' | 'mail' | 'withdrawal_objection') =>
  (await db.selectFrom(table).selectAll().execute()).length
const statements = () => db.selectFrom('withdrawal').select(['name', 'contract', 'email', 'pieces']).execute()
const erased = { name: '', contract: '', email: '', pieces: '' }

describe('a withdrawal is erased', () => {
  test('with its guest order, also when another e-mail was typed; the return stays', async () => {
    await withdraw(await order({ email: 'heidi@shop.test' }), 'peter@shop.test')
    await eraseByEmail(book, 'Heidi@shop.test', false)
    expect(await statements()).toEqual([erased])
    expect([await count('return'), await count('mail'), await count('withdrawal_objection')]).toEqual([1, 0, 0])
  })

  test('by its e-mail for the command line, and of an unknown order wholly', async () => {
    await withdraw('the red dress')
    await withdraw(await order({ email: 'peter@shop.test' }))
    await withdraw('the blue dress', 'peter@shop.test')
    await eraseByEmail(book, 'HEIDI@shop.test', true)
    expect(await count('return')).toBe(3)
    await eraseByEmail(book, 'HEIDI@shop.test', false)
    const others = { name: 'Heidi', contract: 'the blue dress', email: 'peter@shop.test', pieces: 'The hat' }
    expect(await statements()).toEqual(expect.arrayContaining([erased, others]))
    expect([await count('return'), await count('mail'), await count('withdrawal_objection')]).toEqual([2, 1, 1])
    await expect(eraseByEmail(book, 'nobody@shop.test', false)).rejects.toThrow('There is no account')
  })

  test('with an account that has confirmed the e-mail, not with one that only typed it', async () => {
    await withdraw('the red dress')
    const erase = async (email_verified_at: Date | null) => {
      const heidi = await createUser(db, { email: 'heidi@shop.test', email_verified_at })
      await db.transaction().execute(tx => eraseRelatedRows(tx, heidi.id))
      await db.deleteFrom('user').where('id', '=', heidi.id).execute()
    }
    await erase(null)
    expect(await statements()).toHaveLength(1)
    await erase(clock.now())
    expect(await count('return')).toBe(0)
  })

  test('three years later when it names no order of the shop', async () => {
    await withdraw('the red dress')
    await withdraw(await order())
    clock.move(3 * 365 * day)
    await eraseDeleted(book)
    expect(await count('return')).toBe(2)
    clock.move(1)
    await eraseDeleted(book)
    expect(await statements()).toMatchObject([{ contract: expect.stringMatching(/^#/) }])
  })
})
