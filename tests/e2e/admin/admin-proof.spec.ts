import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { RuleResult } from '#domain/integrity.ts'
import type { JobKind } from '#domain/job.ts'
import { backupFolder } from '#server/backups/folder.ts'
import type { Db } from '#server/db/connection.ts'
import { createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { fillCart, panel } from '../buying.ts'
import { holdCalls } from '../calls.ts'
import { asAdmin, asCustomer, expect, expectFailedLoads, test } from '../test.ts'

const hourMs = 60 * 60_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

test.beforeEach(async ({ db, shop }) => {
  await mkdir(backupFolder(shop), { recursive: true })
  await writeFile(path.join(backupFolder(shop), backup.file), '') // a backup without its file does not count
  await sql`truncate chore, clock_heartbeat`.execute(db)
  await sql`truncate sandbox.session cascade`.execute(db) // payments of earlier tests, whose orders are deleted
})

async function ran(db: Db, kind: JobKind, at: Date, result: { facts?: object; failed?: string }) {
  const facts = result.facts && JSON.stringify(result.facts)
  const row = { id: v7(), kind, started_at: at, finished_at: at, failed: result.failed ?? null, facts }
  await db.insertInto('chore').values(row).execute()
}
const backup = {
  file: 'vitrine-2026-11-21T030000Z.tar.zst',
  bytes: 12_345_678,
  rows: 20_417,
  images: 312,
  missingImages: 0,
}
const drill = { file: backup.file, tables: 19, rows: 20_417 }
const rule = (name: string, more: Partial<RuleResult> = {}): RuleResult => ({
  rule: name,
  sentence: `Every ${name} is as it must be.`,
  checked: 1_234,
  broken: 0,
  breaks: [],
  ...more,
})
const checked = (rules: RuleResult[]) => ({ facts: { checkedAt: new Date().toISOString(), rules } })
const breaks = (n: number) =>
  Array.from({ length: n }, (_, index) => ({
    sentence: `Order ${index}: its lines come to $1.00, its amount is $2.00.`,
    link: `/orders/${index}`,
  }))

asAdmin('a shop before its first check says what to expect', async ({ page, visit }) => {
  await visit('/dashboard/proof')
  const main = page.getByRole('main')
  await expect(main.getByText('There is no backup on this machine yet. The shop makes one every night;')).toContainText(
    'npm run shop -- backup, on a server deploy/shop backup, makes one now.',
  )
  await expect(main.getByText('No backup has been tried yet.')).toBeVisible()
  await expect(main.getByText('Nothing has been checked yet.')).toBeVisible()
})

asAdmin('a healthy shop shows its last backup, drill and check', { tag: '@phone' }, async ({ page, db, visit }) => {
  await ran(db, 'backup', hoursAgo(5), { facts: backup })
  await ran(db, 'drill', hoursAgo(5), { facts: drill })
  const unknown = { checked: 0, unknown: 'The payment provider could not be asked.' }
  await ran(
    db,
    'check',
    hoursAgo(4),
    checked([
      rule('order'),
      rule('picture', { note: '3 stored pictures belong to nothing.' }),
      rule('payment', unknown),
    ]),
  )
  await visit('/dashboard/proof')
  await expect(page.getByRole('region', { name: 'Last backup' })).toContainText(
    '20,417 rows and 312 picture files in 12.3 MB.',
  )
  await expect(page.getByRole('region', { name: 'Last restore drill' })).toContainText(
    'Everything came back: 19 tables',
  )
  const rules = page.getByRole('region', { name: 'What always holds' })
  await expect(rules).toContainText('Nothing is broken, but not everything could be asked.')
  await expect(rules.getByRole('listitem')).toHaveText([
    /Every payment.*The payment provider could not be asked\..*Not known/s,
    /Every order.*1,234 checked\..*OK/s,
    /Every picture.*3 stored pictures belong to nothing\..*OK/s,
  ])
  await expect(page.getByText('more than two days ago')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await visit('/dashboard/admin')
  const line = page.getByRole('main').locator('p', { hasText: 'A backup was last restored on trial' })
  await expect(line).toContainText('Nothing is broken, but not everything could be asked.')
  expect(await violationsOf(page)).toEqual([])
  await line.getByRole('link', { name: 'See the proof' }).click()
  await expect(page).toHaveURL('/dashboard/proof')
})

asAdmin('failed and overdue jobs are shown', async ({ page, db, visit }) => {
  await ran(db, 'backup', hoursAgo(73), { facts: { ...backup, missingImages: 8 } })
  await ran(db, 'backup', hoursAgo(49), { failed: 'There is no space left on the disk.' })
  await ran(db, 'drill', hoursAgo(73), { facts: drill })
  await ran(db, 'drill', hoursAgo(1), { failed: 'The backup is not whole: its checksum does not match.' })
  await ran(db, 'check', hoursAgo(1), { failed: 'The shop was closed meanwhile.' })
  await visit('/dashboard/proof')
  for (const [name, why] of [
    ['Last backup', 'There is no space left on the disk.'],
    ['Last restore drill', 'The backup is not whole: its checksum does not match.'],
  ] as const) {
    await expect(page.getByRole('region', { name })).toContainText(why)
    await expect(page.getByRole('region', { name })).toContainText('This is more than two days ago.')
  }
  await expect(page.getByRole('region', { name: 'Last backup' })).toContainText('8 picture files were missing')
  await expect(page.getByRole('main')).toContainText('could not be ended: The shop was closed meanwhile.')
  expect(await violationsOf(page)).toEqual([])
  await visit('/dashboard/admin')
  await expect(page.getByRole('main')).toContainText('The last trial failed.')
})

asAdmin('a clock in doubt is shown with the reason and the cure', { tag: '@phone' }, async ({ page, db, visit }) => {
  await db
    .insertInto('clock_heartbeat')
    .values({ seen_at: hoursAgo(40 * 24), held_until: null })
    .execute()
  await visit('/dashboard/proof')
  const main = page.getByRole('main')
  await expect(main).toContainText('which is 40 days after the last hour that the shop has seen')
  await expect(main).toContainText('So the shop deletes nothing for good')
  await expect(main).toContainText('npm run shop -- clock:confirm')
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await visit('/dashboard/admin')
  await expect(main).toContainText('The clock is in doubt: nothing is deleted for good.')
  await sql`truncate clock_heartbeat`.execute(db)
  await visit('/dashboard/proof')
  await expect(page.getByText('last hour that the shop has seen')).toHaveCount(0)
})

asAdmin(
  'undeliverable e-mails are shown, and a button sends them again',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const reason = '550 5.1.1 The e-mail account that you tried to reach does not exist'
    const failed_at = hoursAgo(3)
    const dress = await createProduct(db)
    const orders = await Promise.all(
      ['ada', 'a-very-long-name-of-a-recipient-in-a-department-of-a-company'].map(name =>
        createOrder(db, [dress], { contact_email: `${name}@example.com` }),
      ),
    )
    const lost = {
      kind: 'order-shipped' as const,
      created_at: hoursAgo(5),
      next_try_at: null,
      failed_at,
      failure: reason,
    }
    await db
      .insertInto('mail')
      .values(orders.map(order => ({ ...lost, id: v7(), order_id: order.id })))
      .execute()
    await visit('/dashboard/proof')
    const emails = page.getByRole('region', { name: 'Undeliverable e-mails' })
    await expect(emails).toContainText('2 e-mails could not be delivered')
    await expect(emails.getByRole('listitem').filter({ hasText: 'ada@example.com' })).toContainText(reason)
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await emails.getByRole('button', { name: 'Send again to ada@example.com' }).click()
    await expect(page.getByText('1 e-mail will be sent again within seconds.')).toBeVisible()
    await expect(emails.getByRole('listitem')).toHaveCount(1)
    await emails.getByRole('button', { name: 'Send all again' }).click()
    await expect(emails).toBeHidden()
    const left = db.selectFrom('mail').select('id').where('failed_at', 'is not', null).execute()
    expect(await left).toEqual([])
  },
)

asAdmin(
  'a hundred violations are listed, the most serious rules first',
  { tag: '@phone' },
  async ({ page, db, visit, viewport }) => {
    const many = rule('order', { broken: 250, breaks: breaks(100) })
    const picture = rule('picture', {
      broken: 1,
      breaks: [{ sentence: `The picture ${'0a1b'.repeat(8)} lacks 640.avif.`, link: '/images/0a1b/320.webp' }],
    })
    await ran(db, 'check', hoursAgo(1), checked([rule('user'), many, picture]))
    await visit('/dashboard/proof')
    const rules = page.getByRole('region', { name: 'What always holds' })
    await expect(rules).toContainText('251 records are not as they must be.')
    await expect(rules.getByText('250 broken')).toBeVisible()
    const link = rules.getByRole('link', { name: 'Order 4:' })
    await expect(link).toHaveAttribute('href', '/orders/4')
    if (viewport?.width === 390) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(rules.getByRole('link', { name: 'Order 99:' })).toBeHidden()
    await rules.getByText('Show 95 more').click()
    await expect(rules.getByRole('link', { name: 'Order 99:' })).toBeVisible()
    await expect(rules).toContainText('And 150 others: mend these first, then check again.')
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await visit('/dashboard/admin')
    await expect(page.getByRole('main')).toContainText('251 records are not as they must be.')
  },
)

asAdmin(
  'Check now finds a broken record, links to it, and passes once it is repaired',
  async ({ page, sells, db, visit }) => {
    const dress = await sells({ name: 'Silk dress' })
    await db.updateTable('product').set({ rating: 3 }).where('id', '=', dress.id).execute()
    await visit('/dashboard/proof')
    await page.getByRole('button', { name: 'Check now' }).click()
    const found = page.getByRole('link', { name: 'Silk dress: its rating is 3.00, the mean of its reviews is 0.00.' })
    await expect(found).toBeVisible()
    await expect(page.getByRole('main')).toContainText('1 record is not as they must be.')
    await found.click()
    await expect(page).toHaveURL(`/dashboard/update-product/${dress.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await db.updateTable('product').set({ rating: 0 }).where('id', '=', dress.id).execute()
    await page.goBack()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByRole('main')).toContainText('Everything is as it must be.')
    await expect(page.getByRole('button', { name: 'Check now' })).toHaveAttribute('aria-disabled', 'false')
  },
)

asAdmin(
  'a check that another admin has started is shown, and its result loads',
  async ({ page, db, visit, complaints }) => {
    await visit('/dashboard/proof')
    await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible()
    await db.connection().execute(async other => {
      const key = sql`hashtext('vitrine check')`
      await sql`select pg_advisory_lock(${key})`.execute(other)
      await page.getByRole('button', { name: 'Check now' }).click()
      await expect(page.getByText('A check is under way already: wait until it is done.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Checking…' })).toHaveAttribute('aria-disabled', 'true')
      expect(await violationsOf(page)).toEqual([])
      await sql`select pg_advisory_unlock(${key})`.execute(other)
    })
    await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a full disk is shown on the dashboard, and to an admin whose change is refused',
  { tag: '@phone' },
  async ({ page, sells, shop, visit, complaints }) => {
    const dress = await sells({ name: 'Silk dress' })
    await visit('/dashboard/proof')
    await expect(page.getByRole('main')).toContainText(/[\d.,]+ [GM]B are (free on the disk|left)\./)
    shop.disk.isFull = true
    await visit('/dashboard/proof')
    const main = page.getByRole('main')
    await expect(main).toContainText('The disk is full.')
    await expect(main).toContainText('nothing can be saved until there is room. Delete what is not needed')
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await visit('/dashboard/admin')
    await expect(main).toContainText('The disk is full: nothing can be saved.')

    await visit(`/dashboard/update-product/${dress.id}`)
    await page.getByLabel('Price', { exact: true }).fill('99')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(main).toContainText(
      'The product was not updated. The disk of the machine that keeps the shop’s data is full: nothing can be saved until there is room',
    )
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('99')
    expectFailedLoads(complaints)
  },
)

asCustomer(
  'a full disk asks visitors to try again later, and what they typed stays',
  async ({ page, sells, shop, visit, complaints }) => {
    const dress = await sells({ name: 'Silk dress' })
    const sentence = 'This cannot be saved right now, and nothing was changed. Please try again later.'
    await fillCart(page, ['Silk dress'])
    shop.disk.isFull = true
    await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
    await expect(panel(page).getByRole('alert')).toHaveText(sentence)

    await visit(`/shop/${dress.id}`)
    await page.getByRole('button', { name: 'Add A Comment' }).click()
    const review = page.getByRole('dialog', { name: 'Add A Comment' })
    await review.getByText('4 stars', { exact: true }).click({ force: true })
    await review.getByLabel('Comment').fill('Falls well.')
    await review.getByRole('button', { name: 'Submit' }).click()
    await expect(review.getByRole('alert')).toContainText(sentence)
    await expect(review.getByLabel('Comment')).toHaveValue('Falls well.')

    await visit('/dashboard/profile')
    await page.getByLabel('Old password').fill('correct horse 7')
    await page.getByLabel('New password').fill('another horse 8')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert')).toHaveText(sentence)
    expectFailedLoads(complaints)
  },
)

asAdmin('a proof that cannot be loaded says so, and Try again works', async ({ page, visit, complaints }) => {
  const release = await holdCalls(page, '**/api/proof', { status: 503, json: {} })
  await visit('/dashboard/proof')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  release()
  await expect(page.getByRole('alert')).toContainText('Failed to load the proof!')
  expect(await violationsOf(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'What always holds' })).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin('it says what is off this machine, and when everything was last read', async ({ page, db, visit }) => {
  await ran(db, 'scrub', hoursAgo(50), { facts: { relations: 212, files: 1_204, pictures: 96 } })
  await ran(db, 'scrub', hoursAgo(1), { failed: 'Damaged: wal/7/000000010000000000000004 in the bucket shop-archive.' })
  await visit('/dashboard/proof')
  const main = page.getByRole('main')
  await expect(main.getByText('Backups are on this machine only and would be lost with it.')).toBeVisible()
  await expect(main.getByText('Changes are archived once a night, with the backup.')).toBeVisible()
  await expect(main.getByText('212 tables and indexes, 1,204 files of the archive and 96 pictures')).toBeVisible()
  await expect(main.getByText('failed: Damaged: wal/7/000000010000000000000004')).toBeVisible()
})

asAdmin(
  'an archive that takes nothing is said here and on the dashboard',
  { tag: '@phone' },
  async ({ page, visit }) => {
    const since = hoursAgo(1).toISOString()
    const failing = { since, why: 'the bucket shop-archive at storage.example: ECONNREFUSED' }
    const archive = { state: 'failing', shippedAt: hoursAgo(2).toISOString(), copiedAt: since, waiting: 214, failing }
    const backupCopy = {
      state: 'late',
      at: hoursAgo(40).toISOString(),
      file: backup.file,
      places: ['the bucket shop-archive'],
    }
    await page.route('**/api/proof', async route => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, archive, backupCopy } } })
    })
    await visit('/dashboard/admin')
    const main = page.getByRole('main')
    await expect(main.getByText('The archive does not take the changes.')).toBeVisible()
    await expect(main.getByText('No backup of the last day is off this machine.')).toBeVisible()
    await main.getByRole('link', { name: 'See the proof' }).click()
    await expect(main.getByText('ECONNREFUSED. 214 files wait on this machine.')).toBeVisible()
    await expect(main.getByText('There is none of the last 25 hours.')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)
