// Everybody who writes stock, or locks what a writer of stock locks.
import { randomUUID } from 'node:crypto'
import type { CheckoutContext } from '#server/checkout/context.ts'
import { recoverPayments } from '#server/payments/recover.ts'
import { card } from '../../../bench/checkout.ts'
import { chargeLate, letGo, type Sized } from '../support/counted.ts'
import type { openSender } from '../support/payments/payment-events.ts'
import { one, query } from '../support/shop-in-hand.ts'
import { json, type Reply, visit } from '../support/shoppers.ts'

/** What the writers work with. */
export interface Scene {
  admin: { cookie: string }
  /** Two products: of each the first sizes are counted, the last is not. */
  goods: Sized[]
  /** With which the import that added the products can be undone. */
  importAudit: string
  sendEvent: Awaited<ReturnType<typeof openSender>>
  context: CheckoutContext
  /** The origin of the process that the next request goes to. */
  nextShop(): string
}

/** Prepares what it needs. The result is called at the same instant as those of the other writers, and returns an answer. */
export type Writer = (scene: Scene) => Promise<() => Promise<Pick<Reply, 'status' | 'body'>>>

export const counted = ['alpha-S', 'alpha-M', 'alpha-L']
export const uncounted = 'alpha-XL'
export const shelf = 40

const fromAll = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T
const inAnyOrder = <T>(all: T[]): T[] =>
  all
    .map(each => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)

const ask = (scene: Scene, what: string, path: string, init: RequestInit) => visit(what, path, init, scene.nextShop())

const asAdmin = ({ admin }: Scene, method: string, body?: object): RequestInit => {
  const sent = body && json(body)
  return { ...sent, method, headers: { ...sent?.headers, ...admin } }
}

/** Orders one to three sizes in any order, often all that are left but a few, so that what is shown of them changes. */
function placeSome(scene: Scene): Promise<Reply> {
  const lines = scene.goods.flatMap(({ id, variants }) => variants.map(variantId => ({ _id: id, variantId })))
  const products = inAnyOrder(lines)
    .slice(0, 2 + Math.floor(Math.random() * 2))
    .map(line => ({ ...line, quantity: fromAll([1, 1, 2, 12]) }))
  return ask(scene, 'checkout', '/api/orders/create-checkout-session', json({ products }))
}

async function placed(scene: Scene): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { status, body } = await placeSome(scene)
    if (status === 200) return JSON.parse(body).id
  }
  throw new Error('Nothing could be ordered')
}

/** A payment at the provider of whose order the shop knows nothing. */
const addUnknownPayment = (session: string) =>
  query(
    `insert into sandbox.session (id, params, status, customer, payment_intent, created_at, expires_at)
     select $2, jsonb_set(params, '{metadata,orderId}', to_jsonb($3::text)) #- '{metadata,orderNumber}', 'complete',
       '{"email": "ada@example.com", "name": "Ada", "phone": null, "address": null}', 'pi_' || md5($2), now(), expires_at
     from sandbox.session where id = $1`,
    [session, `cs_test_${randomUUID().replaceAll('-', '')}`, randomUUID().replaceAll('-', '')],
  )

const update = (scene: Scene, { id }: Sized, fields: object) =>
  ask(scene, 'product form', `/api/products/update-product/${id}`, asAdmin(scene, 'PATCH', fields))

const sizesOf = async ({ id }: Sized) =>
  (
    await query<{ size: string }>(
      'select size from variant where product_id = $1 and deleted_at is null order by place',
      [id],
    )
  ).map(({ size }) => ({ size }))

const count = (scene: Scene, counts: object[]) =>
  ask(scene, 'count', '/api/stock/counts', asAdmin(scene, 'PUT', { counts }))

const undo = (scene: Scene, audit: string) => ask(scene, 'undo', `/api/admin/undo/${audit}`, asAdmin(scene, 'POST'))

export const csvHead = 'id,name,category,color,price,old_price,description,image'

/** Sends a file of products. @returns the id of the import */
async function readFile(scene: Scene, rows: string[]): Promise<string> {
  const headers = { 'content-type': 'text/csv', ...scene.admin }
  const body = [csvHead, ...rows].join('\n')
  const { status, body: answer } = await ask(scene, 'import', '/api/products/imports', {
    method: 'POST',
    headers,
    body,
  })
  if (status !== 201) throw new Error(`A file was refused: ${answer}`)
  return JSON.parse(answer).data._id
}

const apply = (scene: Scene, id: string) =>
  ask(scene, 'import', `/api/products/imports/${id}/apply`, asAdmin(scene, 'POST'))

const rowOf = ({ id }: Sized) => `${id},Dress ${randomUUID()},dress,black,49.90,,A dress,`

/** Adds two products by an import, whose sizes are then put on sale. */
export async function importGoods(scene: Omit<Scene, 'goods' | 'importAudit'>): Promise<Scene> {
  const goods = [1, 2].map(() => ({ id: randomUUID(), variants: [...counted, uncounted].map(() => randomUUID()) }))
  const empty = { ...scene, goods, importAudit: '' }
  const { body } = await apply(empty, await readFile(empty, goods.map(rowOf)))
  for (const { id, variants } of goods) {
    await query('update variant set deleted_at = now() where product_id = $1', [id])
    await query(
      `insert into variant (id, product_id, size, place, created_at)
       select variant, $1, size, place, now() from unnest($2::uuid[], $3::text[]) with ordinality made (variant, size, place)`,
      [id, variants, [...counted, uncounted]],
    )
  }
  const all = { ...empty, importAudit: JSON.parse(body).data.auditId }
  const { status } = await count(
    all,
    goods.flatMap(({ variants }) => variants.slice(0, -1).map(variantId => ({ variantId, shelf, seen: null }))),
  )
  if (status !== 200) throw new Error('Sizes could not be counted')
  return all
}

export const writers: Record<string, Writer> = {
  checkout: async scene => () => placeSome(scene),

  async payment(scene) {
    const session = await placed(scene)
    return () =>
      ask(scene, 'payment', `/sandbox/pay/${session}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: card,
      })
  },

  async 'giving up'(scene) {
    const session = await placed(scene)
    return () => letGo(session, scene.nextShop())
  },

  async 'late money'(scene) {
    const session = await placed(scene)
    await letGo(session, scene.nextShop())
    const payload = await chargeLate(session)
    return async () => ({ status: await scene.sendEvent(payload), body: '' })
  },

  async 'first count'(scene) {
    const variantId = fromAll(scene.goods).variants.at(-1)
    return () => count(scene, [{ variantId, shelf, seen: null }])
  },

  async 'another count'(scene) {
    const sizes = scene.goods.flatMap(({ variants }) => variants.slice(0, -1))
    const stored = await query<{ variantId: string; shelf: number }>(
      `select variant_id as "variantId", on_hand + (
         select coalesce(sum(quantity - owed), 0)::int from order_line join "order" on "order".id = order_line.order_id
         where variant_id = stock.variant_id and payment_state in ('paid', 'review')
       ) as shelf from stock where variant_id = any($1)`,
      [sizes],
    )
    const counts = stored.map(({ variantId, shelf: seen }) => ({ variantId, seen, shelf: seen + 1 }))
    return () => count(scene, inAnyOrder(counts))
  },

  async 'removing a size'(scene) {
    const product = fromAll(scene.goods)
    const gone = fromAll(counted)
    const sizes = (await sizesOf(product)).filter(({ size }) => size !== gone)
    return () => update(scene, product, { sizes })
  },

  async 'adding a size'(scene) {
    const product = fromAll(scene.goods)
    const sizes = [...(await sizesOf(product)), { size: fromAll(['alpha-XS', 'alpha-XXS', 'alpha-XXL']) }]
    return () => update(scene, product, { sizes })
  },

  async recovery(scene) {
    const since = new Date(Date.now() - 1_000)
    await addUnknownPayment(await placed(scene))
    return () =>
      recoverPayments(scene.context, since).then(
        () => ({ status: 200, body: '' }),
        error => ({ status: 0, body: String(error) }),
      )
  },

  async 'deleting a product'(scene) {
    const { id } = fromAll(scene.goods)
    return async () => {
      const deleted = await ask(scene, 'deletion', `/api/products/${id}`, asAdmin(scene, 'DELETE'))
      return deleted.status === 200 ? await undo(scene, JSON.parse(deleted.body).data.auditId) : deleted
    }
  },

  'undoing the import that added the products': async scene => () => undo(scene, scene.importAudit),

  async 'applying an import'(scene) {
    const id = await readFile(scene, inAnyOrder(scene.goods).map(rowOf))
    return () => apply(scene, id)
  },

  async 'undoing an import'(scene) {
    const { body } = await apply(scene, await readFile(scene, inAnyOrder(scene.goods).map(rowOf)))
    const audit = JSON.parse(body).data?.auditId
    return () => undo(scene, audit)
  },

  async 'editing a product'(scene) {
    const product = fromAll(scene.goods)
    return () => update(scene, product, { name: `Dress ${randomUUID()}`, price: 49.9 })
  },

  async 'joining two colors'(scene) {
    const [product, other] = inAnyOrder(scene.goods)
    const sizes = product && (await sizesOf(product))
    return () => update(scene, product as Sized, { styleOf: other?.id, shade: randomUUID().slice(0, 8), sizes })
  },
}

/** How many orders were recovered. */
export const countRecovered = () =>
  one<number>(
    `select count(distinct order_id)::int from order_event where kind = 'payment' and value = 'awaiting' and actor = 'reconcile'`,
  )
