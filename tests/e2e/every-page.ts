import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import { contentPath } from '#domain/content/content.ts'
import { defaultContent } from '#server/content/defaults/default-content.ts'
import type { Db } from '#server/db/connection.ts'
import { issueInvoices } from '#server/invoices/issue-invoices.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { createOrder, createProduct, createReview, type createUser } from '../support/builders.ts'

/** The two widths at which every page is looked at. */
export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

type User = Awaited<ReturnType<typeof createUser>>

/** Fills the shop so that every page is long: products, orders in every state, messages, reviews. */
export async function fillShop(db: Db, customer: User) {
  const at = new Date()
  const colors = ['black', 'red', 'gold', 'blue'] as const
  for (const [n, color] of [...colors, ...colors, ...colors].entries())
    await createProduct(db, {
      name: `Bias-cut silk dress ${n}`,
      color,
      rating: n % 6,
      old_price_cents: n % 2 ? 15_000 : null,
    })
  const dress = await createProduct(db, { name: 'Silk dress', rating: 4.5 })
  await createReview(db, { user_id: customer.id, product_id: dress.id, rating: 4 })
  const buyer = { user_id: customer.id, email: customer.email }
  await createOrder(db, [dress], { ...buyer, status: 'completed' })
  await createOrder(db, [dress], { ...buyer, payment_state: 'refunded' })
  await createOrder(db, [dress], { email: 'guest@shop.test', payment_state: 'review', review_reason: 'Paid $49.50.' })
  const order = await createOrder(db, [dress], { ...buyer, status: 'processing', payment_state: 'awaiting' })
  await db.updateTable('order').set({ payment_state: 'paid' }).where('id', '=', order.id).execute()
  await issueInvoices({ db, clock: systemClock, ids: randomIds })
  await db.deleteFrom('contact_message').execute()
  const message = { name: 'Grace', email: 'grace@shop.test', subject: 'A question', message: 'Is it silk?' }
  await db
    .insertInto('contact_message')
    .values({ id: v7(), ...message, created_at: at })
    .execute()
  await db.deleteFrom('empty_search').execute()
  await db.insertInto('empty_search').values({ term: 'velvet moon', first_at: at, last_at: at }).execute()
  return { dress, order }
}

type Filled = Awaited<ReturnType<typeof fillShop>>

export const pagesForAll = ({ dress, order }: Filled) => [
  '/',
  '/shop?color=black',
  `/shop/${dress.id}`,
  '/categories/dress',
  '/categories/nowhere',
  '/sale',
  '/search?q=silk',
  '/wishlist',
  '/pages',
  '/contact',
  '/withdraw',
  '/withdraw/objection#token',
  '/blogs',
  ...defaultContent.map(contentPath),
  `/orders/${order.order_id}`,
  `/orders/${'0'.repeat(32)}`,
  '/orders/unknown',
  '/success',
  '/nowhere',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password#token',
  '/verify-email',
  '/invitation',
]

export const pagesOfCustomer = ({ order }: Filled) => [
  '/login',
  '/verify-email',
  `/orders/${order.order_id}`,
  `/orders/${order.order_id}/invoice`,
  `/orders/${order.order_id}/return`,
  ...['', '/orders', '/payments', '/profile', '/reviews'].map(path => `/dashboard${path}`),
]

export const pagesOfOwner = ({ dress, order }: Filled) => [
  `/orders/${order.order_id}`,
  `/orders/${order.order_id}/invoice`,
  ...[
    'admin',
    'add-product',
    'manage-products',
    'import-products',
    `update-product/${dress.id}`,
    `update-product/${dress.id}?preview=1`,
    'users',
    'manage-orders',
    'packing',
    'returns',
    'packing/parcels',
    'manage-reviews',
    'lost-demand',
    'stock',
    'stock/delivery',
    'stock/deliveries',
    'stock/takes',
    'messages',
    'searches',
    'discount-codes',
    'manage-pages',
    'manage-posts',
    `write/post/${v7()}?new=1`,
    'settings',
    'settings#menus',
    'settings#returns',
    'settings#home',
    'audit',
    'proof',
    'first-run',
    'settings/services',
  ].map(path => `/dashboard/${path}`),
]

export const settled = (page: Page) =>
  page.waitForFunction(() => !/\bLoading\b/.test(document.querySelector('main')?.textContent ?? 'Loading'))
