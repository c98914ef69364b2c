import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
let headers: { cookie: string }
beforeAll(async () => {
  headers = await signIn(db, await createUser(db, { role: 'admin' }))
})
beforeEach(async () => {
  await sql`truncate product, product_count, product_fits_count, product_sale_count, "order" cascade`.execute(db)
})

const ask = (requestHeaders = headers) => app.inject({ url: '/api/orders/export', headers: requestHeaders })

test('the export has a row for each line of each order for which money has arrived, oldest first', async () => {
  const dress = await createProduct(db, { name: 'Silk dress', price_cents: 12_050 })
  const ring = await createProduct(db, { name: '=Ring', price_cents: 100 })
  const at = (day: number) => ({ created_at: new Date(Date.UTC(2026, 2, day)) })
  const late = await createOrder(db, [ring], { ...at(3), payment_state: 'refunded', email: 'ada@shop.test' })
  const early = await createOrder(db, [dress, ring], {
    ...at(1),
    status: 'shipped',
    email: 'ada@shop.test',
    contact_email: 'typed@shop.test',
  })
  await createOrder(db, [dress], { ...at(2), payment_state: 'awaiting' })
  await createOrder(db, [dress], { ...at(2), deleted_at: new Date() })
  await db.updateTable('order_line').set({ quantity: 3 }).where('product_id', '=', dress.id).execute()
  const address = { name: 'Ada "A."', line1: '1 Rue, Paris', line2: null, city: 'Paris', state: null }
  await db
    .insertInto('address')
    .values({ order_id: early.id, ...address, postal_code: '07500', country: 'FR', phone: '+33 1' })
    .execute()
  await db
    .insertInto('invoice')
    .values({
      ...{ id: v7(), order_id: early.id, refund_id: null, kind: 'invoice', year: 2026, number: 17 },
      ...{ issued_at: new Date(), amount_cents: 100, tax_cents: 0, snapshot: '{}' },
    })
    .execute()
  const { statusCode, headers: sent, body } = await ask()
  expect(statusCode).toBe(200)
  expect(sent['content-type']).toBe('text/csv; charset=utf-8')
  expect(sent['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  const first = `${early.order_id},2026-03-01T00:00:00.000Z,shipped,paid,typed@shop.test`
  const where = `"Ada ""A.""","1 Rue, Paris",,Paris,,07500,FR,'+33 1`
  expect(body.split('\r\n')).toEqual([
    '\ufefforder_id,date,status,payment,email,name,line1,line2,city,state,postal_code,country,phone,product_id,product,quantity,unit_price,line_total,order_total,currency,order_number,size,color,sku,refunded,goods_total,discount,discount_code,delivery,delivery_method,tax,tax_rate,invoice',
    `${first},${where},${dress.id},Silk dress,3,120.50,361.50,121.50,USD,${early.number},,,,0.00,121.50,0.00,,0.00,,0.00,,2026-00017`,
    `${first},${where},${ring.id},'=Ring,1,1.00,1.00,121.50,USD,${early.number},,,,0.00,121.50,0.00,,0.00,,0.00,,2026-00017`,
    `${late.order_id},2026-03-03T00:00:00.000Z,pending,refunded,ada@shop.test,,,,,,,,,${ring.id},'=Ring,1,1.00,1.00,1.00,USD,${late.number},,,,1.00,1.00,0.00,,0.00,,0.00,,`,
    '',
  ])
})

test('every order is exported once, however many pages there are and however many have the same time', async () => {
  const { id } = await createProduct(db)
  await sql`insert into "order" (id, order_id, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), 'order-' || n, 'paid', 100, '2026-03-01T00:00:00.000001Z'::timestamptz + (n / 700) * interval '1 microsecond', now()
    from generate_series(1, 1500) n`.execute(db)
  await sql`insert into order_line (order_id, position, product_id, name, unit_cents, quantity)
    select id, 0, ${id}, 'Ring', 100, 1 from "order"`.execute(db)
  const rows = (await ask()).body.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(1_500)
  expect(new Set(rows.map(row => row.split(',')[0])).size).toBe(1_500)
})

test('the export is for admins only', async () => {
  expect((await ask(await signIn(db, await createUser(db)))).statusCode).toBe(403)
  expect((await ask({ cookie: '' })).statusCode).toBe(401)
})
