import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { addOrderKey } from '#server/orders/key-queries.ts'
import { createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { fillCart, proceed, typeCard } from '../buying.ts'
import { expect, test } from '../test.ts'

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })

async function shipped(db: Db) {
  const order = await createOrder(db, [await createProduct(db)], { status: 'shipped', contact_email: 'ada@shop.test' })
  const parcel = {
    order_id: order.id,
    carrier: 'UPS',
    number: '1Z999',
    url: 'https://www.ups.com/track?tracknum=1Z999',
  }
  const at = new Date()
  await db
    .insertInto('shipment')
    .values({ ...parcel, id: v7(), sent_at: at, delivered_at: at, actor: 'olga@shop.test' })
    .execute()
  return { order, key: await addOrderKey(db, order.id, at) }
}

test('who has the key sees the parcels and writes to the shop, a stranger does neither', { tag: '@phone' }, async ({
  page,
  db,
  visit,
}) => {
  const { order, key } = await shipped(db)
  await visit(`/orders/${order.order_id}`)
  await expect(page.getByText('Is this your order?')).toBeVisible()
  await expect(page.getByText('Your parcel')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveCount(0)

  await page.goto('/contact')
  await visit(`/orders/${order.order_id}#${key}`)
  const link = page.getByRole('link', { name: 'UPS 1Z999' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(page.getByText(/^Sent .*, delivered /)).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please write your message.')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'UPS 1Z999' })).toBeVisible()
  await expect(page.getByText('Questions and changes')).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByLabel('Write to us about this order').fill('Please ring twice.')
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(announcement(page, 'Thank you. Your message has reached us.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Please ring twice.' })).toBeVisible()
  const { order_id } = await db
    .selectFrom('contact_message')
    .select('order_id')
    .where('subject', '=', `Order #${order.number}`)
    .executeTakeFirstOrThrow()
  expect(order_id).toBe(order.id)
})

test('a guest cancels a paid order within the hour, after one question', { tag: '@phone' }, async ({
  page,
  db,
  sells,
}) => {
  await sells({ name: 'Silk dress' })
  await fillCart(page, ['Silk dress'])
  await proceed(page)
  await typeCard(page, '4242424242424242')
  await page.getByRole('link', { name: /order's page/ }).click()
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  await expect(page.getByRole('dialog')).toContainText('Cancel this order?')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).dblclick()
  await expect(announcement(page, 'Order cancelled')).toBeVisible()
  await expect(page.getByText('Your order is cancelled, and your money went back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  const { n } = await db
    .selectFrom('refund')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('actor', '=', 'buyer')
    .executeTakeFirstOrThrow()
  expect(n).toBeGreaterThan(0)
})
