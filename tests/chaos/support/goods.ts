import { randomUUID } from 'node:crypto'
import { signIn } from './admin.ts'
import { atOnce } from './load/at-once.ts'
import type { Goods } from './requests.ts'
import { one, query, sellProduct } from './shop-in-hand.ts'
import { buy, pay } from './shoppers.ts'

/** Adds products, and orders that are paid or await payment. */
export async function stock(): Promise<void> {
  await atOnce(5, Array(20).fill(1_000), async (cents, n) => {
    const session = await buy(await sellProduct(cents + n))
    if (session && n % 2) await pay(session)
  })
}

const newest = 20

const ids: Record<keyof Goods['ids'], string> = {
  product: 'select id::text from product where deleted_at is null order by created_at desc',
  order: `select unnest(array[id::text, order_id]) from "order" order by created_at desc`,
  user: `select unnest(array[id::text, email]) from "user" order by created_at desc`,
  image: `select id from image union all select 'placeholder'`,
  audit: 'select id::text from audit order by at desc',
  message: 'select id::text from contact_message order by created_at desc',
  import: 'select id::text from product_import order by created_at desc',
  session: 'select id from sandbox.session order by created_at desc',
}

/** The current records of the shop, and new users, because earlier ones may have been deleted. */
export async function findGoods(): Promise<Goods> {
  await sellProduct(2_000)
  const found: [string, string[]][] = []
  for (const [what, sql] of Object.entries(ids)) {
    found.push([what, (await one<string[] | null>(`select array(${sql} limit ${newest})`)) ?? []])
  }
  const roles = ['user', 'user', 'admin', 'admin'] as const
  const callers = await Promise.all(roles.map(newCaller))
  return { ids: Object.fromEntries(found) as Goods['ids'], callers }
}

async function newCaller(role: 'user' | 'admin') {
  const id = randomUUID()
  const email = `${id}@shop.test`
  await query(`insert into "user" (id, username, email, role, created_at) values ($1, 'Ada', $2, $3, now())`, [
    id,
    email,
    role,
  ])
  return { id, email, role, headers: await signIn(id) }
}
