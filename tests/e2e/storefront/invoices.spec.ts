import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { issueInvoices } from '#server/invoices/issue-invoices.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { addOrderKey } from '#server/orders/key-queries.ts'
import { createAddress, createOrder, createProduct } from '../../support/builders.ts'
import { phone } from '../every-page.ts'
import { asAdmin, expect, test } from '../test.ts'

const year = new Date().getUTCFullYear()

/** An order with its invoice and a credit note. */
async function buy(db: Db, more: Parameters<typeof createOrder>[2] = {}) {
  const dress = await createProduct(db, { name: 'Silk dress', price_cents: 12_000 })
  const tax = { tax_cents: 2_000, tax_bp: 2_000, tax_label: 'VAT' }
  const order = await createOrder(db, [dress], { payment_state: 'awaiting', ...tax, ...more })
  await createAddress(db, order.id, { name: 'Łucja Weiß' })
  await db.updateTable('order').set({ payment_state: 'paid' }).where('id', '=', order.id).execute()
  const [id, at] = [randomIds.uuid(), new Date()]
  const refund = { id, order_id: order.id, cents: 3_000, state: 'done', provider_id: null, reason: null } as const
  const who = { actor: 'provider', actor_id: null, is_rest: false, at, updated_at: at, check_at: at }
  await db
    .insertInto('refund')
    .values({ ...refund, ...who })
    .execute()
  await issueInvoices({ db, clock: systemClock, ids: randomIds })
  const rows = await db
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  const [invoice, note] = rows.map(({ number }) => `${year}-${String(number).padStart(5, '0')}`)
  return { order, invoice: invoice ?? '', note: note ?? '' }
}

/** Downloads the file of the shown invoice. */
async function download(page: Page) {
  const answered = page.waitForResponse(/\/invoices\/.+\.pdf$/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const file = await downloading
  const bytes = await readFile(await file.path())
  return {
    type: (await answered).headers()['content-type'],
    name: file.suggestedFilename(),
    begins: bytes.subarray(0, 5).toString(),
  }
}

test('a buyer opens, prints and downloads the invoice and the credit note', async ({ page, db, customer, visit }) => {
  const { order, invoice, note } = await buy(db, { user_id: customer.id, email: customer.email })
  await visit(`/orders/${order.order_id}`)
  await page.getByRole('link', { name: `Invoice ${invoice}` }).click()
  const sheet = page.getByRole('article', { name: 'Invoice' })
  for (const text of [
    'Łucja Weiß',
    'Silk dress',
    '1 × $120.00',
    'VAT 20 %',
    '$20.00',
    '$100.00',
    '12 Arcade Row',
    invoice,
  ])
    await expect(sheet).toContainText(text)
  expect(await download(page)).toEqual({ type: 'application/pdf', name: `${invoice}.pdf`, begins: '%PDF-' })

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: `Credit note ${note}` }).click()
  await expect(page.getByRole('article', { name: 'Credit note' })).toContainText(`For invoice${invoice}`)
  await expect(page.getByRole('article')).toContainText('Credited, USD$30.00')
  expect((await download(page)).name).toBe(`${note}.pdf`)
})

test('a guest opens it on a phone with the link of an e-mail', async ({ page, db, visit }) => {
  await page.setViewportSize(phone)
  const { order, invoice } = await buy(db)
  await visit(`/orders/${order.order_id}#${await addOrderKey(db, order.id, new Date())}`)
  await page.getByRole('link', { name: `Invoice ${invoice}` }).click()
  await expect(page.getByRole('article', { name: 'Invoice' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect((await download(page)).begins).toBe('%PDF-')
})

test('a stranger sees no invoice', async ({ page, db, visit, complaints }) => {
  const { order } = await buy(db)
  await visit(`/orders/${order.order_id}/invoice`)
  await expect(page.getByRole('alert')).toContainText('Error loading the invoice')
  await expect(page.getByRole('article')).toBeHidden()
  complaints.length = 0 // the browser notes the 404
})

asAdmin('the admin opens the invoice from the order', async ({ page, db, visit }) => {
  const { order, invoice } = await buy(db)
  await visit(`/orders/${order.order_id}`)
  await page.getByRole('link', { name: `Invoice ${invoice}` }).click()
  await expect(page.getByRole('article', { name: 'Invoice' })).toBeVisible()
})
