// A thousand guests, each from an address of their own, type a discount code that is for a hundred orders.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { letGo } from './support/counted.ts'
import { atOnce } from './support/load/at-once.ts'
import * as shop from './support/shop-in-hand.ts'
import { comeBack, json, pay, type Reply, visit } from './support/shoppers.ts'
import { trial } from './support/trial.ts'

const buyers = 1_000
const patienceMs = 120_000

/** Presses the button, again when the shop is busy or says when to come back. */
async function checkout(n: number, product: string, code: string): Promise<Reply> {
  const order = json({ products: [{ _id: product, quantity: 1 }], code })
  const headers = {
    ...order.headers,
    'x-forwarded-for': `10.${n >> 8}.${n & 255}.1`,
    'idempotency-key': randomUUID(),
  }
  for (const end = Date.now() + patienceMs; ; ) {
    const reply = await visit('checkout', '/api/orders/create-checkout-session', { ...order, headers })
    if ((reply.status !== 503 && reply.status !== 429) || Date.now() > end) return reply
    await sleep(Number(reply.retryAfter) * 1_000)
  }
}

const usesOf = (code: string) =>
  shop.one<number>(
    `select count(*)::int from "order" where discount_code = $1 and payment_state not in ('failed', 'expired')`,
    [code],
  )

await trial('A code for a hundred orders makes exactly a hundred orders cheaper.', async ({ times, none, note }) => {
  try {
    await shop.start('')
    const product = await shop.sellProduct(12_900)
    const [all, max] = [times(buyers), times(buyers) / 10]
    await shop.query(
      `insert into discount_code (id, code, kind, value, max_uses, created_at, updated_at)
        values ($1, 'HUNDRED', 'percent', 1000, $2, now(), now())`,
      [randomUUID(), max],
    )
    const rush = async (from: number) => {
      const replies: Reply[] = []
      await atOnce(
        64,
        Array.from({ length: all }, (_, n) => from + n),
        async n => void replies.push(await checkout(n, product, 'HUNDRED')),
      )
      return replies
    }
    const replies = await rush(0)
    const sessions = replies.flatMap(({ status, body }) => (status === 200 ? [JSON.parse(body).id as string] : []))
    note('buyers at once, and those who got it', `${all}, ${sessions.length}`)
    none('of the uses missing or too many', Math.abs(sessions.length - max))
    none('of the other answers not the one sentence', replies.filter(isNeither).length)
    const [paying, leaving] = [sessions.slice(max / 2), sessions.slice(0, max / 2)]
    let paid = 0
    await atOnce(16, paying, async session => {
      if ((await pay(session)) && (await comeBack(session))) paid += 1
    })
    await atOnce(16, leaving, async session => void (await letGo(session)))
    none('of the buyers who paid not paid', paying.length - paid)
    none('of the given up uses still taken', (await usesOf('HUNDRED')) - paid)
    const second = (await rush(buyers)).filter(({ status }) => status === 200).length
    note('buyers afterwards, and those who got what was given up', `${all}, ${second}`)
    none('of the given up uses lost or used twice', Math.abs(second - leaving.length))
    none('of the uses more than there are', (await usesOf('HUNDRED')) - max)
  } finally {
    await shop.cleanUp()
  }
})

function isNeither({ status, body }: Reply): boolean {
  return status !== 200 && !(status === 409 && body.includes('This code cannot be used.'))
}
