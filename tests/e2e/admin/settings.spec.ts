import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { signInBrowser } from '../sign-in.ts'
import { asAdmin, expect, expectFailedLoads } from '../test.ts'

const sections = '**/api/settings/sections/*'
const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) =>
  main(page)
    .getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) })
    .filter({ visible: true })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => page.locator('[aria-live]').getByText('Saved.', { exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
const preview = (page: Page) => page.frameLocator('iframe[title=Preview]')
const encoding = { timeout: 20_000 }

/** Ends with the sentence that stands beside the field, which has the focus. */
async function expectError(page: Page, label: string, sentence: string | RegExp) {
  await expect(field(page, label)).toBeFocused()
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, label)).toHaveAccessibleDescription(sentence)
}

function calls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

asAdmin.beforeEach(({ db }) => sql`truncate shop_setting cascade`.execute(db))

asAdmin(
  'the owner changes the name, sees it at once, and again after a reload',
  { tag: '@phone' },
  async ({ page, visit, viewport }) => {
    await visit('/dashboard/settings')
    const sent = calls(page)
    await field(page, 'Name of the shop').fill('  Orchid ')
    if (viewport?.width === 390) await page.getByRole('button', { name: 'Show the preview' }).click()
    await expect(preview(page).getByText('Orchid').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await violationsOf(page)).toEqual([])
    await save(page).dblclick()
    await expect(saved(page)).toBeVisible()
    expect(sent).toEqual(['/api/settings/sections/identity'])
    await expect(field(page, 'Name of the shop')).toHaveValue('Orchid')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Orchid, home' })).toBeVisible()
    await page.reload()
    await expect(field(page, 'Name of the shop')).toHaveValue('Orchid')
  },
)

asAdmin('an accent without contrast is refused, and everything typed stays', async ({ page, visit }) => {
  await visit('/dashboard/settings')
  const sent = calls(page)
  await field(page, 'Tagline').fill('hats for everybody')
  await field(page, 'Accent').fill('#ffd0d0')
  await expect(main(page).getByRole('status').filter({ hasText: 'choose a darker color' })).toBeVisible()
  await save(page).click()
  await expectError(page, 'Accent', /^This accent has a contrast of \d\.\d to 1 .* choose a darker color\.$/)
  await expect(field(page, 'Accent')).toHaveValue('#ffd0d0')
  await expect(field(page, 'Tagline')).toHaveValue('hats for everybody')
  expect(sent).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await field(page, 'Accent').fill('#225')
  await expect(main(page).getByText(/Its contrast is \d+\.\d to 1: easy to read\./)).toBeVisible()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(field(page, 'Accent')).toHaveValue('#222255')
})

asAdmin('a name of 200 letters and a link without https are refused beside their field', async ({ page, visit }) => {
  await visit('/dashboard/settings')
  await field(page, 'Name of the shop').fill('O'.repeat(200))
  await save(page).click()
  await expectError(page, 'Name of the shop', 'The name of the shop can have at most 60 characters.')
  await expect(field(page, 'Name of the shop')).toHaveValue('O'.repeat(200))

  await section(page, 'Contact').click()
  await expect(page).toHaveURL('/dashboard/settings#contact')
  await page.getByRole('button', { name: 'Add a social link' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Journal')
  await field(page, 'Leads to').fill('http://x')
  await save(page).click()
  await expectError(page, 'Leads to', /A social link must be a page of the shop, such as \/shop/)
  await page.getByRole('button', { name: 'Remove social link 1' }).click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()

  await section(page, 'Identity').click()
  await expect(field(page, 'Name of the shop')).toHaveValue('O'.repeat(200))
})

asAdmin('a mark of 40 MB is refused, and a small one is uploaded, saved and removed', async ({ page, visit }) => {
  await visit('/dashboard/settings')
  await field(page, 'Tagline').fill('hats')
  const mark = page.getByLabel(/^Mark/)
  const file = (buffer: Buffer) => ({ name: 'mark.png', mimeType: 'image/png', buffer })
  await mark.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(40 * 1024 * 1024)], 'mark.png', { type: 'image/png' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(main(page).getByRole('alert')).toHaveText('A picture can have at most 8 MB.')
  await expect(field(page, 'Tagline')).toHaveValue('hats')
  const small = await sharp({ create: { width: 240, height: 80, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  await mark.setInputFiles(file(small))
  await expect(page.getByRole('img', { name: 'Mark, as it is chosen' })).toBeVisible(encoding)
  await expect(preview(page).locator('header img')).toBeVisible()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Remove the picture: Mark' }).click()
  await expect(mark).toBeFocused()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
})

asAdmin('of two admins at once the second sees what the first has saved', async ({ page, visit, complaints, db }) => {
  await visit('/dashboard/settings')
  await field(page, 'Name of the shop').fill('Mine')
  await page.evaluate(async () => {
    const { data } = await (await fetch('/api/settings/sections')).json()
    const { value, version } = data.identity
    const body = JSON.stringify({ value: { ...value, name: 'Theirs' }, version })
    const headers = { 'Content-Type': 'application/json' }
    await fetch('/api/settings/sections/identity', { method: 'PUT', headers, body })
  })
  await save(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(
    /^Somebody has changed this since you opened it\. Press “Drop mine, show theirs”/,
  )
  await expect(field(page, 'Name of the shop')).toHaveValue('Mine')
  const stored = await db.selectFrom('shop_setting').select('value').where('section', '=', 'identity').execute()
  expect(stored).toMatchObject([{ value: { name: 'Theirs' } }])
  await page.getByRole('button', { name: 'Drop mine, show theirs' }).click()
  await expect(field(page, 'Name of the shop')).toHaveValue('Theirs')
  await field(page, 'Name of the shop').fill('Ours')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await field(page, 'Name of the shop').fill('Ours, too')
  await expect(main(page).getByText('Not saved yet.', { exact: true })).toBeVisible()
  await expect(saved(page)).toBeHidden()
  expectFailedLoads(complaints)
})

asAdmin(
  'nothing typed is lost when the shop cannot be reached, and leaving asks',
  async ({ page, visit, complaints }) => {
    await visit('/dashboard/settings#announcement')
    await field(page, 'Text').fill('Open on Sunday')
    await expect(preview(page).getByText('Open on Sunday')).toBeVisible()
    await failCalls(page, sections)
    await save(page).click()
    await expect(main(page).getByRole('alert')).toContainText('We could not reach the shop.')
    await page.unroute(sections)
    await page.getByRole('link', { name: 'Proof' }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(field(page, 'Text')).toHaveValue('Open on Sunday')
    const release = await holdCalls(page, sections)
    await save(page).click()
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
    release()
    await expect(saved(page)).toBeVisible()
    await page.getByRole('link', { name: 'Proof' }).click()
    await expect(page).toHaveURL('/dashboard/proof')
    expectFailedLoads(complaints)
  },
)

asAdmin('a hero gets its time in the time zone of the owner', { tag: '@phone' }, async ({ page, visit, db }) => {
  await visit('/dashboard/settings#home')
  await page.getByRole('button', { name: 'Add a hero' }).click()
  const hero = page.getByRole('group', { name: 'Hero 2' })
  await hero.getByRole('textbox', { name: 'Title', exact: true }).fill('Advent')
  await hero.getByLabel(/^Shown from/).fill('2030-12-01T10:00')
  await hero.getByLabel(/^Shown until/).fill('2030-11-01T10:00')
  await save(page).click()
  await expect(hero.getByLabel(/^Shown until/)).toBeFocused()
  await expect(hero).toContainText('The end of the hero must come after its beginning.')
  expect(await violationsOf(page)).toEqual([])
  await hero.getByLabel(/^Shown until/).fill('2030-12-24T18:00')
  await page.getByRole('button', { name: 'Move up hero 2' }).click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const [stored] = await db.selectFrom('shop_setting').select('value').where('section', '=', 'home').execute()
  const from = await page.evaluate(() => new Date('2030-12-01T10:00').toISOString())
  expect(stored?.value).toMatchObject({ heroes: [{ title: 'Advent', from }, { from: null }] })
  await page.reload()
  await expect(page.getByRole('group', { name: 'Hero 1' }).getByLabel(/^Shown from/)).toHaveValue('2030-12-01T10:00')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

asAdmin(
  'items of a list move up and down, and the focus goes with them',
  { tag: '@phone' },
  async ({ page, visit }) => {
    await visit('/dashboard/settings#menus')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const labels = () =>
      page
        .getByRole('group', { name: /^link \d$/ })
        .getByLabel('Label')
        .evaluateAll(fields => fields.slice(0, 4).map(field => (field as HTMLInputElement).value))
    await button('Move down link 1').first().focus()
    await page.keyboard.press('Enter')
    expect(await labels()).toEqual(['Shop', 'Home', 'Pages', 'Contact'])
    await expect(button('Move down link 2').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await labels()).toEqual(['Shop', 'Pages', 'Contact', 'Home'])
    await expect(button('Move up link 4').first()).toBeFocused() // the last one cannot move on
    await page.keyboard.press('Enter')
    expect(await labels()).toEqual(['Shop', 'Pages', 'Home', 'Contact'])
    await expect(button('Move up link 3').first()).toBeFocused()
    await button('Move down column 1').click() // with links of its own, which have such buttons, too
    await expect(button('Move up column 2')).toBeFocused()
    await expect(button('Move down column 2')).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  },
)

asAdmin(
  'a link to a page that is not there is refused at its field, and one to a draft is saved with a note',
  { tag: '@phone' },
  async ({ page, visit, complaints }) => {
    const draft = {
      ...{ kind: 'page', title: 'Care', address: 'care-of-linen', summary: '', showsSummary: false, author: '' },
      ...{ picture: null, alt: '', seoTitle: '', seoDescription: '', publishedFrom: null },
      document: { type: 'doc', content: [] },
    }
    await page.request.put(`/api/content/${v7()}`, { data: { content: draft, version: 0 } })
    await visit('/dashboard/settings#menus')
    const link = page.getByRole('group', { name: 'link 4', exact: true }).first()
    const target = link.getByLabel('Leads to')
    await target.fill('/pages/care-of-silk')
    await save(page).click()
    await expect(target).toBeFocused()
    await expect(target).toHaveAccessibleDescription(
      /The link \/pages\/care-of-silk leads nowhere: the shop has no page with this address\.$/,
    )
    expect(await violationsOf(page)).toEqual([])
    await target.fill('/pages/care-of-linen')
    await save(page).click()
    const note =
      'The link /pages/care-of-linen leads to the page “Care”, which visitors do not see while it is a draft.'
    await expect(link.getByText(note)).toBeVisible()
    await expect(page.locator('[aria-live]').getByText(`Saved. ${note}`)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await target.fill('/contact')
    await expect(link.getByText(note)).toHaveCount(0)
    expectFailedLoads(complaints)
  },
)

asAdmin('the settings are changed with the keyboard alone', async ({ page, visit }) => {
  await visit('/dashboard/settings')
  await section(page, 'Contact').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeVisible()
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name)
  for (let presses = 0; presses < 30 && (await focused()) !== 'phone'; presses++) await page.keyboard.press('Tab')
  await expect(field(page, 'Telephone number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('none')
  await page.keyboard.press('Enter')
  await expectError(page, 'Telephone number', /digits, spaces/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('+44 20 7946 0999')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
})

asAdmin(
  'what was typed is there again after the session has ended',
  async ({ page, visit, owner, db, complaints, shop }) => {
    await visit('/dashboard/settings')
    await field(page, 'Name of the shop').fill('Orchid')
    await db.deleteFrom('session').where('user_id', '=', owner.id).execute()
    await save(page).click()
    await expect(page).toHaveURL(/\/login/)
    await signInBrowser(db, page, shop.url, owner)
    await visit('/dashboard/settings')
    await expect(field(page, 'Name of the shop')).toHaveValue('Orchid')
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    expectFailedLoads(complaints)
  },
)
