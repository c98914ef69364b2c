import { v5 } from 'uuid'
import { expect, test } from 'vitest'
import type { ChecklistItem, FirstRun } from '#domain/settings/setup.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { importDefaultContent } from '../../content/import-defaults.ts'

async function openShop(settings: Record<string, string> = {}) {
  const { app, db, shop } = await testApp({ limits: noLimits }, settings)
  await importDefaultContent(db, shop)
  const admin = await createUser(db, { role: 'admin', email: 'admin@vitrine.example' })
  const headers = await signIn(db, admin)
  const send = async (method: 'GET' | 'PUT', url: string, payload?: object) => {
    const response = await app.inject({ method, url: `/api/settings/${url}`, headers, payload })
    return { status: response.statusCode, ...response.json() }
  }
  const firstRun = async () => (await send('GET', 'first-run')).data as FirstRun
  const checklist = async () => {
    const { data } = (await send('GET', 'checklist')) as { data: ChecklistItem[] }
    return data.flatMap(({ id, isDone }) => (isDone ? [] : id))
  }
  return { app, db, admin, send, firstRun, checklist }
}

const open = {
  ...{ name: 'open', address: 'open', product: 'open', delivery: 'open' },
  ...{ payments: 'open', email: 'open', 'go-live': 'open' },
}

test('a shop that was started empty is new until somebody begins to set it up', async () => {
  const { firstRun, send } = await openShop({ SEED: 'none' })
  expect(await firstRun()).toEqual({ steps: open, isHidden: false, isNew: true })
  expect((await send('PUT', 'first-run', { isHidden: false })).data).toEqual({
    steps: open,
    isHidden: false,
    isNew: false,
  })
})

test('a demo shop is never new, nor is one with a product', async () => {
  const demo = await openShop({ SEED: 'demo' })
  expect((await demo.firstRun()).isNew).toBe(false)
  const { db, firstRun } = await openShop({ SEED: 'none' })
  await createProduct(db)
  expect((await firstRun()).isNew).toBe(false)
})

test('steps are saved one at a time, also at once, and leave the rest as it is', async () => {
  const { send, firstRun } = await openShop({ SEED: 'none' })
  await Promise.all([
    send('PUT', 'first-run/name', { state: 'done' }),
    send('PUT', 'first-run/address', { state: 'skipped' }),
    send('PUT', 'first-run/go-live', { state: 'done' }),
  ])
  const steps = { ...open, name: 'done', address: 'skipped', 'go-live': 'done' }
  expect(await firstRun()).toEqual({ steps, isHidden: false, isNew: false })
  await send('PUT', 'first-run', { isHidden: true })
  const { data } = await send('PUT', 'first-run/address', { state: 'open' })
  expect(data).toEqual({ steps: { ...steps, address: 'open' }, isHidden: true, isNew: false })
})

test('an unknown step or state is refused, and nothing is saved', async () => {
  const { send, firstRun } = await openShop()
  const refused = [
    await send('PUT', 'first-run/taxes', { state: 'done' }),
    await send('PUT', 'first-run/__proto__', { state: 'done' }),
    await send('PUT', 'first-run/name', { state: 'perhaps' }),
    await send('PUT', 'first-run', { isHidden: 'yes' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect((await firstRun()).steps).toEqual(open)
})

test('the set-up is no section of the settings, and not audited', async () => {
  const { send, db } = await openShop()
  await send('PUT', 'first-run/name', { state: 'done' })
  expect(Object.keys((await send('GET', 'sections')).data)).not.toContain('first-run')
  expect((await send('PUT', 'sections/first-run', { value: {}, version: 1 })).status).toBe(400)
  expect(await db.selectFrom('audit').selectAll().execute()).toEqual([])
})

test('the checklist shortens with what the owner does', async () => {
  const { db, admin, send, checklist } = await openShop({ SEED: 'none' })
  const services = ['payments', 'webhook', 'email', 'origin', 'backups']
  const open = ['payments', 'webhook', 'email', 'sender', 'origin', 'backups']
  expect(await checklist()).toEqual(['name', 'contact', 'policies', 'products', ...open, 'admin'])

  const sections = (await send('GET', 'sections')).data
  const save = async (name: string, changes: object) =>
    await send('PUT', `sections/${name}`, { value: { ...sections[name].value, ...changes }, version: 0 })
  await save('identity', { name: 'Maison Olga' })
  await save('contact', { address: ['3 Mill Lane', 'Bath'], email: 'olga@shop.example' })
  await db
    .updateTable('content')
    .set({ version: 2 })
    .where('address', 'in', ['terms', 'privacy', 'shipping-returns'])
    .execute()
  await createProduct(db, { sold_out: true })
  expect(await checklist()).toEqual(['products', ...open, 'admin'])
  await createProduct(db)
  await db.updateTable('user').set({ email: 'olga@shop.example' }).where('id', '=', admin.id).execute()
  expect(await checklist()).toEqual(open)
  await save('emails', { senderAddress: 'olga@shop.example' })
  expect(await checklist()).toEqual(services)
})

test('a product of the demo is told from the shop’s own by its id', async () => {
  const { db, checklist } = await openShop({ SEED: 'none' })
  const id = v5('product:a', '6f1c1a52-9a0e-4c5b-8d53-3f8b0a7d2c11')
  await createProduct(db, { id })
  expect(await checklist()).toContain('demo')
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect(await checklist()).not.toContain('demo')
})

test('the settings of a real shop are read', async () => {
  const { checklist } = await openShop({
    ...{ PUBLIC_ORIGIN: 'https://shop.example', SMTP_URL: 'smtps://mail.example' },
    ...{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  })
  expect(await checklist()).toEqual(['name', 'contact', 'policies', 'products', 'sender', 'backups', 'admin'])
})
