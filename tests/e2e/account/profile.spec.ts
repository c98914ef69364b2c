import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { userInStorage } from '../sign-in.ts'
import { asCustomer, expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })
const update = (page: Page) => dialog(page).getByRole('button', { name: 'Update Profile' })
const about = (page: Page) => page.getByRole('region', { name: 'About you' })

async function edit(page: Page, typed: Record<string, string> = {}) {
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await expect(dialog(page)).toBeVisible()
  for (const [label, text] of Object.entries(typed)) await dialog(page).getByLabel(label).fill(text)
}

const filled = {
  Username: 'Ada L.',
  'Profile Image URL': 'https://pictures.test/ada.png',
  'Write Bio': 'Counts stitches.\nAnd all else.',
  Profession: 'Mathematician',
}

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } }).png()

test('a new customer sees the drawn picture, and which fields are missing', async ({ page, visit, customer }) => {
  await visit('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(about(page).getByRole('heading', { name: customer.username })).toBeVisible()
  await expect(about(page).locator('img')).toHaveAttribute('src', /avatar/)
  await expect(about(page).getByText('Not given yet')).toHaveCount(2)
})

test('a profile is edited, and the session stays', async ({ page, visit, customer }) => {
  await page.route('https://pictures.test/**', async route =>
    route.fulfill({ contentType: 'image/png', body: await picture().toBuffer() }),
  )
  await visit('/dashboard/profile')
  await edit(page, filled)
  await update(page).click()
  await expect(page.getByText('Profile Update Successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You are logged in as Ada L.')).toBeVisible()
  expect(JSON.parse((await userInStorage(page)) ?? '')).toEqual({
    _id: customer.id,
    username: 'Ada L.',
    email: customer.email,
    role: 'user',
    profileImage: filled['Profile Image URL'],
    bio: filled['Write Bio'],
    profession: filled.Profession,
  })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(about(page).locator('img')).toHaveAttribute('src', filled['Profile Image URL'])
  await expect(about(page)).toContainText('Mathematician')
  await page.reload()
  await untilHydrated(page)
  await expect(about(page).getByRole('heading', { name: 'Ada L.' })).toBeVisible()
})

asCustomer('all four fields are required, each with its own error', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  await edit(page, { Username: '  ' })
  const sent: string[] = []
  page.on('request', request => request.method() === 'PATCH' && sent.push(request.url()))
  await update(page).click()
  for (const [label, sentence] of [
    ['Username', 'Please type a username.'],
    ['Profile Image URL', 'Please type the address of a picture, or choose one below.'],
    ['Write Bio', 'Please write a few words about yourself.'],
    ['Profession', 'Please type your profession.'],
  ] as const)
    await expect(dialog(page).getByLabel(label)).toHaveAccessibleDescription(sentence)
  await expect(dialog(page).getByLabel('Username')).toBeFocused()
  expect(sent).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})

test('a profile that the shop rejects shows which field, and what was typed stays', async ({
  page,
  visit,
  customer,
  complaints,
}) => {
  await visit('/dashboard/profile')
  await edit(page, { ...filled, 'Profile Image URL': 'javascript:alert(1)' })
  await update(page).click()
  const alert = dialog(page).getByRole('alert')
  await expect(alert.getByText('Failed to update profile. Please try again.', { exact: true })).toBeVisible()
  await expect(alert).toContainText('The profile image must be an address that begins with https://')
  await expect(dialog(page).getByLabel('Username')).toHaveValue('Ada L.')
  expect(await violationsOf(page)).toEqual([])
  expect(await userInStorage(page)).toContain(customer.username)
  expectFailedLoads(complaints)
})

asCustomer(
  'a profile that cannot be sent says so in the dialog, and can be sent again',
  async ({ page, visit, complaints }) => {
    await visit('/dashboard/profile')
    await edit(page, filled)
    await failCalls(page, '**/api/auth/edit-profile/**')
    await update(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to update profile. Please try again.')
    await expect(dialog(page).getByLabel('Write Bio')).toHaveValue(filled['Write Bio'])
    await page.unroute('**/api/auth/edit-profile/**')
    await update(page).click()
    await expect(page.getByText('Profile Update Successfully')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

test('a picture is uploaded, its address is filled in, and the picture is shown', async ({ page, visit, customer }) => {
  await visit('/dashboard/profile')
  await edit(page, { ...filled, 'Profile Image URL': '' })
  const chooser = dialog(page).getByLabel('Or choose a picture')
  const release = await holdCalls(page, '**/api/auth/profile-image')
  await chooser.setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: await picture().toBuffer() })
  await expect(dialog(page).getByText('Uploading…')).toBeVisible()
  release()
  await expect(dialog(page).getByText('Image uploaded successfully!')).toBeVisible()
  expect(await chooser.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe('ada.png')
  const address = await dialog(page).getByLabel('Profile Image URL').inputValue()
  expect(address).toMatch(/^http.*\/images\/.+\/320\.webp$/)
  await expect(dialog(page).locator('img')).toHaveAttribute('src', address)
  expect(
    await dialog(page)
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.decode().then(() => 'shown')),
  ).toBe('shown')
  expect(await violationsOf(page)).toEqual([])
  await update(page).click()
  await expect(page.getByText('Profile Update Successfully')).toBeVisible()
  expect(JSON.parse((await userInStorage(page)) ?? '')).toMatchObject({ _id: customer.id, profileImage: address })
})

asCustomer(
  'a file that is no picture is refused, and the address in the field stays',
  async ({ page, visit, complaints }) => {
    await visit('/dashboard/profile')
    await edit(page, filled)
    await dialog(page)
      .getByLabel('Or choose a picture')
      .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') })
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to upload image, please try again!')
    await expect(dialog(page).getByLabel('Profile Image URL')).toHaveValue(filled['Profile Image URL'])
    expect(await violationsOf(page)).toEqual([])
    expectFailedLoads(complaints)
  },
)

asCustomer('a picture over 8 MB is refused before it is sent', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  await edit(page)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await dialog(page)
    .getByLabel('Or choose a picture')
    .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) })
  await expect(dialog(page).getByRole('alert')).toContainText('A picture can have at most 8 MB.')
  expect(sent).toEqual([])
})

asCustomer('a HEIC picture is rejected before it is sent, with a hint what to do', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  await edit(page)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  const field = dialog(page).getByLabel('Or choose a picture')
  await expect(field).toHaveAccessibleDescription('JPEG, PNG, WebP, AVIF or GIF, at most 8 MB and 24 megapixels.')
  await field.setInputFiles({ name: 'IMG_1.heic', mimeType: 'application/octet-stream', buffer: Buffer.alloc(50) })
  await expect(dialog(page).getByRole('alert')).toContainText('Please save or share it as JPEG, and choose that one.')
  expect(await violationsOf(page)).toEqual([])
  expect(sent).toEqual([])
})

asCustomer('choosing several files uploads none', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  await edit(page)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await dialog(page)
    .getByLabel('Or choose a picture')
    .evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer()
      for (const name of ['one.png', 'two.png']) chosen.items.add(new File(['x'], name, { type: 'image/png' }))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await expect(dialog(page).getByRole('alert')).toContainText('Please choose one picture only.')
  expect(sent).toEqual([])
})

test('changing a password takes the old one and ends the other sessions', async ({
  page,
  visit,
  browser,
  baseURL,
  complaints,
}) => {
  const [email, oldPassword, newPassword] = ['ada@shop.test', 'velvet ribbon 47', 'a better ribbon']
  const data = { username: 'Ada', email, password: oldPassword }
  const other = await browser.newContext({ baseURL })
  await other.request.post('/api/auth/register', { data })
  await other.request.post('/api/auth/login', { data: { email, password: oldPassword } })

  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL('/login')
  await untilHydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(oldPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard/profile')

  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByText('Please type your old password.')).toBeVisible()
  await expect(page.getByText('Please type a new password.')).toBeVisible()
  await expect(page.getByLabel('Old password')).toBeFocused()

  await page.getByLabel('Old password').fill('not this one')
  await page.getByLabel('New password').fill('password')
  await change.click()
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await change.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The old password is not right.')
  await expect(page.getByLabel('New password')).toHaveValue(newPassword)
  expect(await violationsOf(page)).toEqual([])

  await page.getByLabel('Old password').fill(oldPassword)
  await change.click()
  await expect(page.getByText('Your password is changed. You are logged out everywhere else.')).toBeVisible()
  await expect(page.getByLabel('Old password')).toHaveValue('')
  const here = await page.evaluate(async () => (await (await fetch('/api/auth/session')).json()).data.user)
  expect(here).toMatchObject({ email })
  expect((await (await other.request.get('/api/auth/session')).json()).data.user).toBeNull()
  await other.close()
  await visit('/dashboard/profile')
  await expect(about(page)).toContainText(email)
  expectFailedLoads(complaints)
})

asCustomer('a profile is edited by keyboard alone', async ({ page, visit }) => {
  await page.route('https://pictures.test/**', async route =>
    route.fulfill({ contentType: 'image/png', body: await picture().toBuffer() }),
  )
  await visit('/dashboard/profile')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Username')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Countess')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://pictures.test/ada.png')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Counts.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mathematician')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You are logged in as Countess')).toBeVisible()
})

test('the longest names and texts break nothing', { tag: '@phone' }, async ({ page, visit, signsIn }) => {
  await signsIn({
    username: 'W'.repeat(50),
    email: `${'long'.repeat(50)}@shop.test`,
    bio: 'unbreakable'.repeat(45),
    profession: 'y'.repeat(80),
  })
  for (const path of ['/dashboard/profile', '/login', '/']) {
    await visit(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.locator('#account-menu')
  expect(await menu.evaluate(node => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
})

asCustomer('uploading a picture removes the error of a failed update', async ({ page, visit, complaints }) => {
  await visit('/dashboard/profile')
  await edit(page, { ...filled, 'Profile Image URL': 'javascript:alert(1)' })
  await update(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to update profile. Please try again.')
  await dialog(page)
    .getByLabel('Or choose a picture')
    .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: await picture().toBuffer() })
  await expect(dialog(page).getByText('Image uploaded successfully!')).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(dialog(page).getByLabel('Username')).toHaveValue(filled.Username)
  expectFailedLoads(complaints)
})
