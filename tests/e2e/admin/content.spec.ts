import { defaultSettings } from '#domain/settings/defaults.ts'
import { violationsOf } from '../axe.ts'
import { holdCalls } from '../calls.ts'
import { signInBrowser } from '../sign-in.ts'
import { asAdmin, expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const picture = 'src/web/public/art/blog-2-480.webp'

test('the owner writes a post with pictures and a product, shows a draft by link, and publishes it', {
  tag: '@phone',
}, async ({ page, visit, signsIn, sells, browser, shop, complaints }) => {
  const dress = await sells({ name: 'Silk dress' })
  await signsIn({ role: 'admin' })
  await visit('/dashboard/manage-posts')
  await page.getByRole('link', { name: 'Write a post' }).click()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('The title of the post is missing.').first()).toBeVisible()
  await expect(page.getByLabel('Visible from')).toHaveValue('') // what could not be published is still a draft
  await page.getByLabel('Title', { exact: true }).fill('Caring for wool')
  await expect(page.getByLabel('Address')).toHaveValue('caring-for-wool')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Wool wants little.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('Cold water')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Read the label')
  await page.keyboard.press('Shift+Home')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const link = page.getByLabel('The link leads to')
  await link.fill('javascript:alert(1)')
  await link.press('Enter')
  await expect(link).toHaveAccessibleDescription(/A page such as \/shop/)
  await link.fill('/pages/size-guide')
  await page.getByRole('button', { name: 'Set link' }).click()
  for (const [n, caption] of ['A drawer', 'A hanger'].entries()) {
    await page.getByLabel('Picture for the text').setInputFiles(picture)
    await page.getByLabel('Caption').nth(n).fill(caption)
  }
  await page.getByRole('button', { name: 'Product', exact: true }).click()
  await page.getByLabel('Find a product to show').fill('Silk')
  await page.getByRole('button', { name: 'Add Silk dress' }).click()
  await expect(text).toContainText('Silk dress')
  expect(await violationsOf(page)).toEqual([])

  await page.getByLabel('Title', { exact: true }).press('Enter')
  await expect(page.getByText('Saved as a draft.')).toBeVisible()
  const preview = (await page.getByRole('link', { name: 'Preview what is saved' }).getAttribute('href')) ?? ''
  const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage()
  expect((await visitor.goto('/blogs/caring-for-wool'))?.status()).toBe(404)
  await visitor.goto(preview)
  await expect(visitor.getByText('This is a preview: a draft that visitors do not see.')).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Caring for wool' })).toBeVisible()
  expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Saved. Visitors see it from its time on.')).toBeVisible()
  await visitor.goto('/blogs')
  await visitor.getByRole('link', { name: 'Caring for wool' }).click()
  const article = visitor.getByRole('article')
  await expect(article.getByRole('heading', { level: 2, name: 'Cold water' })).toBeVisible()
  await expect(article.getByRole('link', { name: 'Read the label' })).toHaveAttribute('href', '/pages/size-guide')
  await expect(article.getByRole('figure')).toHaveCount(2)
  await expect(article.getByRole('link', { name: 'Silk dress' }).first()).toHaveAttribute('href', new RegExp(dress.id))
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.getByLabel('Address').fill('wool')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('These lead here, too: caring-for-wool')).toBeVisible()
  await visitor.goto('/blogs/caring-for-wool')
  await expect(visitor).toHaveURL('/blogs/wool')
  await visitor.context().close()

  await visit('/dashboard/audit?record=content')
  const entry = page.getByRole('listitem').filter({ hasText: 'caring-for-wool' }).first()
  await expect(entry).toContainText('Caring for wool')
  await entry.getByRole('button', { name: /Undo|Take back/ }).click()
  await expect(page.getByText(/took back a change of/)).toBeVisible()
  expect((await page.request.get('/blogs/wool')).url()).toMatch(/\/blogs\/caring-for-wool$/)
  expectFailedLoads(complaints)
})

test('what is pasted from an office program comes out clean', async ({ page, visit, signsIn }) => {
  await signsIn({ role: 'admin' })
  await visit('/dashboard/manage-pages')
  await page.getByRole('link', { name: 'Write a page' }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await text.evaluate(element => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><style>p{color:red}</style><!--StartFragment-->
      <h1 style="mso-style:x">Hats</h1><p class=MsoNormal><b><span style="font-size:30pt">Bold</span></b> <u>words</u><o:p></o:p></p>
      <script>alert(1)</script><img src=x><a href="javascript:alert(1)">bad</a> <a href="https://example.com/a">good</a>
      <table><thead><tr><th>Size</th><th>Chest</th></tr></thead>
      <tr><td><p class=MsoNormal>A cell</p></td><td></td><td><b>86 cm</b></td></tr></table><!--EndFragment--></html>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(text.locator('strong')).toHaveText(['Bold', '86 cm'])
  await expect(text.getByRole('heading', { level: 2 })).toHaveText('Hats')
  await expect(text.getByRole('paragraph').filter({ hasText: '·' })).toHaveText([
    /^Size · Chest$/,
    /^A cell\s+· 86 cm$/,
  ])
  await page.getByLabel('Title', { exact: true }).fill('Hats')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Saved. Visitors see it from its time on.')).toBeVisible()
  const { data } = await (await page.request.get('/api/pages/hats')).json()
  const document = JSON.stringify(data.document)
  expect(document).not.toMatch(/mso|script|alert|<|style/i)
  for (const words of ['Hats', 'A cell', 'https://example.com/a', 'words']) expect(document).toContain(words)
})

test('an empty page is not published, and what is typed is not lost', async ({ page, visit, signsIn }) => {
  await signsIn({ role: 'admin' })
  await visit('/dashboard/manage-pages')
  await page.getByRole('link', { name: 'Write a page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Nothing')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('The page has no text yet: write one, or save it as a draft.')).toBeVisible()
  await page.getByRole('link', { name: 'All pages' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Nothing')
})

test('a text that links to a page that is not there is refused with the name of the link', { tag: '@phone' }, async ({
  page,
  visit,
  signsIn,
  complaints,
}) => {
  await signsIn({ role: 'admin' })
  await visit('/dashboard/manage-pages')
  await page.getByRole('link', { name: 'Write a page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Linen')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Read on')
  await page.keyboard.press('ControlOrMeta+A')
  const setLink = async (href: string) => {
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('The link leads to').fill(href)
    await page.getByRole('button', { name: 'Set link' }).click()
  }
  await setLink('/blogs/silk-care')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sentence = 'The link /blogs/silk-care leads nowhere: the shop has no post with this address.'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await setLink('/pages/about')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved as a draft.', { exact: true })).toBeVisible()
  await expect(page.getByText(sentence)).toHaveCount(0)
  expectFailedLoads(complaints)
})

test('the owner puts the menus in order', async ({ page, visit, signsIn }) => {
  await signsIn({ role: 'admin' })
  await visit('/dashboard/settings#menus')
  await page.getByRole('button', { name: 'Move up column 2' }).click()
  const header = page.getByRole('group', { name: 'link 4', exact: true }).first()
  await header.getByLabel('Label').fill('Write to us')
  await page.getByLabel('Leave out the pictures “From the studio”').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await visit('/shop')
  await untilHydrated(page)
  const columns = page.getByRole('contentinfo').getByRole('navigation')
  await expect(columns.first()).toHaveAccessibleName('Useful links')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact')
  await expect(page.getByRole('heading', { name: 'From the studio' })).toBeHidden()
})

test('what is typed while it is saved is not lost', async ({ page, visit, signsIn }) => {
  await signsIn({ role: 'admin' })
  await visit('/dashboard/manage-pages')
  await page.getByRole('link', { name: 'Write a page' }).click()
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Makers')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Our makers.')
  const release = await holdCalls(page, '**/api/content/*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' All of them.')
  await title.fill('Our makers')
  release()
  await expect(page.getByText('Saved as a draft.')).toBeVisible()
  await expect(page).toHaveURL(/\/write\/page\/[\da-f-]+$/)
  await expect(title).toHaveValue('Our makers')
  await expect(text).toHaveText('Our makers. All of them.')
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
  await page.reload()
  await expect(text).toHaveText('Our makers. All of them.')
  await expect(title).toHaveValue('Our makers')
})

asAdmin(
  'what was typed is there again after the session has ended',
  async ({ page, visit, owner, db, complaints, shop }) => {
    await visit('/dashboard/manage-pages')
    await page.getByRole('link', { name: 'Terms', exact: true }).click()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.getByText('The shop is run by').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Ours: ')
    const address = page.url()
    await db.deleteFrom('session').where('user_id', '=', owner.id).execute()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/\/login/)
    await signInBrowser(db, page, shop.url, owner)
    await page.goto(address)
    await expect(text.getByRole('heading', { name: 'Ours: Who we are' })).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
    expect(await (await page.request.get('/pages/terms')).text()).toContain('Ours: Who we are')
    expectFailedLoads(complaints)
  },
)

asAdmin('the drawn picture of a default text stands in its form', { tag: '@phone' }, async ({ page, visit }) => {
  const picture = page.getByRole('img', { name: 'Picture, as it is chosen' })
  const remove = page.getByRole('button', { name: 'Remove the picture: Picture' })
  const open = async (list: string, title: string) => {
    await visit(list)
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  }
  await open('/dashboard/manage-posts', 'Layering gold')
  await expect(picture).toHaveAttribute('src', /^\/art\/gold-cover-/)
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await open('/dashboard/manage-pages', 'About us')
  await expect(picture).toHaveAttribute('src', /^\/art\/hero-/)
  await expect(remove).toBeVisible()

  const value = { ...defaultSettings.identity, name: 'Maison Olga' }
  await page.request.put('/api/settings/sections/identity', { data: { value, version: 0 } })
  await open('/dashboard/manage-pages', 'About us')
  await expect(picture).toHaveCount(0) // as on its page
  await expect(remove).toHaveCount(0)
})
