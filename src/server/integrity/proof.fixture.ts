import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import type { AppContext } from '../app.ts'
import { diskStorage } from '../images/disk.ts'
import { savePicture } from '../images/picture.ts'
import { saveProfilePicture } from '../images/profile-picture.ts'
import { issueInvoices } from '../invoices/issue-invoices.ts'
import { openCheckout } from '../orders/orders.fixture.ts'
import { recordCheck } from './run-check.ts'

type CheckoutContext = Awaited<ReturnType<typeof openCheckout>>

/** A shop with a long history, all of it made through its own API. */
export async function openBusyShop({ space }: Pick<AppContext, 'space'> = {}) {
  const folder = await mkdtemp('/tmp/vitrine-proof-')
  const images = diskStorage(folder)
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const context = await openCheckout({ images, dataDir, space })
  const { app, db, clock, ids, origin } = context
  const [olga, otto] = await Promise.all(
    ['olga@shop.test', 'otto@shop.test'].map(email => createUser(db, { role: 'admin', email })),
  )
  const ada = await createUser(db, { email: 'ada@shop.test' })
  const bea = await createUser(db, { email: 'bea@shop.test' })
  if (!olga || !otto) throw new Error('There are two admins')
  const [asOlga, asOtto, asAda] = await Promise.all([olga, otto, ada].map(user => signIn(db, user)))

  async function send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, headers = asOlga, payload?: object) {
    clock.move(1_000) // separates the times of the actions
    const answer = await app.inject({ method, url: `/api/${url}`, payload, headers })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.json().data
  }

  const saved = { db, images, clock }
  let uploads = 0
  const worn = await saveProfilePicture(saved, ada.id, await draw(40))
  const profile = { username: 'Ada', bio: 'Hi', profession: 'Countess' }
  const profileImage = `${origin}/images/${worn}/320.webp`
  await send('PATCH', `auth/edit-profile/${ada.id}`, asAda, { ...profile, profileImage })

  async function make(name: string, price: number) {
    const image = `${origin}/images/${await savePicture(saved, await draw(price))}/1280.webp`
    const fields = { name, category: 'dress', color: 'red', description: 'Falls well.', price, image }
    return (await send('POST', 'products/create-product', asOlga, fields))._id as string
  }
  const [dress, hat, ring] = [await make('Silk dress', 120), await make('Straw hat', 35), await make('Gold ring', 80)]
  for (const [headers, rating] of [
    [asAda, 4],
    [await signIn(db, bea), 5],
    [asOlga, 4],
  ] as const)
    await send('POST', 'reviews/post-review', headers, { productId: dress, rating, comment: 'Lovely.' })

  await send('PUT', 'stock/counts', asOlga, { counts: [{ variantId: ring, shelf: 9, seen: null }] })

  const order = await ordersOf(context)
  const paid = await order([{ _id: dress, quantity: 2 }, { _id: hat }])
  const refunded = await order([{ _id: ring }])
  const waiting = await order([{ _id: ring, quantity: 2 }], false)
  await context.sendEventsToShop()
  await send('PATCH', `orders/update-order-status/${paid.id}`, asOlga, { status: 'shipped' })
  await send('POST', `orders/refund/${refunded.id}`)

  for (const headers of [asOlga, asOtto]) {
    const { auditId } = await send('DELETE', `products/${hat}`, headers)
    await send('POST', `admin/undo/${auditId}`, asOtto)
  }
  await send('PATCH', `products/update-product/${hat}`, asOlga, { price: 30, oldPrice: 40 })
  await send('DELETE', `products/${ring}`)
  await send('DELETE', `orders/delete-order/${refunded.id}?force=true`, asOtto)
  await send('PUT', `auth/users/${bea.id}`, asOtto, { role: 'admin' })
  await send('DELETE', `auth/users/${bea.id}`, asOtto)

  await importAndTakeBack()
  await context.sendEventsToShop()
  // Events may arrive in any order; the invoices are numbered in that of the orders.
  await sql`update invoice_due set due_at = "order".created_at + "order".number * interval '1 millisecond' from "order" where "order".id = invoice_due.order_id`.execute(
    db,
  )
  await issueInvoices(context.context)

  /** Changes one product and creates two, of which one is ordered before the import is undone. */
  async function importAndTakeBack() {
    const rows = [`${dress},Satin dress,99`, ',Scarf,20', ',Belt,25'].map(row => {
      const [id, name, price] = row.split(',')
      return `${id},${name},dress,blue,Soft.,${price},,`
    })
    const file = ['id,name,category,color,description,price,old_price,image', ...rows].join('\n')
    const headers = { ...asOlga, 'content-type': 'text/csv' }
    const read = await app.inject({ method: 'POST', url: '/api/products/imports', payload: file, headers })
    const applied = await send('POST', `products/imports/${read.json().data._id}/apply`)
    const idOf = async (name: string) =>
      (await db.selectFrom('product').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    await order([{ _id: await idOf('Scarf') }])
    const deleted = await send('DELETE', `products/${await idOf('Belt')}`)
    await send('POST', `admin/undo/${deleted.auditId}`)
    await send('POST', `admin/undo/${applied.auditId}`, asOtto)
  }

  const book = { db, images, payments: context.context.payments, clock, ids, origin }
  return {
    ...context,
    dataDir,
    images,
    book,
    asOlga: asOlga as { cookie: string },
    asAda: asAda as { cookie: string },
    olga,
    ada,
    bea,
    products: { dress, hat, ring },
    orders: { paid, refunded, waiting },
    /** Saves a picture that nothing uses yet. */
    upload: async () => await savePicture(saved, await draw(++uploads % 256)),
    /** The violated rules, each with its sentences. */
    async broken() {
      const { rules } = await recordCheck(book)
      return Object.fromEntries(rules.filter(({ broken }) => broken > 0).map(({ rule, breaks }) => [rule, breaks]))
    },
    async close() {
      await context.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function ordersOf({ db, checkout, pay }: CheckoutContext) {
  return async (products: { _id: string; quantity?: number }[], isPaid = true) => {
    const { body } = await checkout(products)
    if (isPaid) await pay(body.id)
    const found = db.selectFrom('order').select(['id', 'order_id', 'payment_session'])
    return await found.where('payment_session', '=', body.id).executeTakeFirstOrThrow()
  }
}

const draw = (shade: number) =>
  sharp({ create: { width: 40, height: 4, channels: 3, background: { r: shade, g: 90, b: 160 } } })
    .png()
    .toBuffer()
