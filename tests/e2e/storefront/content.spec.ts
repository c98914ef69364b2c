import { defaultContent } from '#server/content/defaults/default-content.ts'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const addressesOf = (kind: 'page' | 'post') =>
  defaultContent.filter(each => each.kind === kind).map(({ address }) => address)
const posts = addressesOf('post')

const structuredData = (texts: string[]) => texts.map(text => JSON.parse(text))

test('every information page and post can be read by a visitor', { tag: '@phone' }, async ({ page, visit }) => {
  for (const slug of addressesOf('page')) {
    await visit('/pages')
    const link = page.getByRole('main').locator(`a[href="/pages/${slug}"]`)
    const title = await link.locator('span').first().innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Vitrine`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/pages/${slug}$`))
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details')) each.open = true
    })
    const countWords = async () => (await page.getByRole('main').innerText()).split(/\s+/).length
    await expect.poll(countWords).toBeGreaterThan(200)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('the size guide has tables in centimetres and inches', async ({ page, visit }) => {
  await visit('/pages/size-guide')
  await page.getByRole('link', { name: 'Rings', exact: true }).click()
  await expect(page).toHaveURL('/pages/size-guide#rings')
  const dresses = page.getByRole('table', { name: 'Dresses, body measurements' })
  const medium = dresses.getByRole('row', { name: /^M\b/ })
  await expect(medium.getByRole('cell')).toHaveText(['89–95 cm35–37½ in', '71–77 cm28–30½ in', '97–102 cm38–40 in'])
  await expect(page.getByRole('table', { name: 'Rings, inside measurements' }).getByRole('row')).toHaveCount(6)
})

test('the questions open by keyboard, and search engines read the same answers', async ({ page, visit }) => {
  await visit('/pages/faq')
  const blocks = structuredData(await page.locator('script[type="application/ld+json"]').allTextContents())
  const { mainEntity } = blocks.find(each => each['@type'] === 'FAQPage')
  const [{ name, acceptedAnswer }] = mainEntity
  const answer = page.getByText(acceptedAnswer.text.split('\n')[0])
  await expect(answer).toBeHidden()
  await page.locator('summary', { hasText: name }).focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  for (const { name, acceptedAnswer } of mainEntity) {
    const asked = page.locator('details').filter({ has: page.getByRole('heading', { name, exact: true }) })
    for (const line of acceptedAnswer.text.split('\n')) await expect(asked).toContainText(line)
  }
  await expect(page.locator('details')).toHaveCount(mainEntity.length)
})

test('every post is an article with pictures', { tag: '@phone' }, async ({ page, visit, shop }) => {
  for (const [index, slug] of posts.toReversed().entries()) {
    await visit('/')
    const journal = page.getByRole('region', { name: 'From the journal' })
    await journal
      .getByRole('link')
      .nth(index + 1)
      .click()
    await expect(page).toHaveURL(`/blogs/${slug}`)
    const article = page.getByRole('article')
    const title = await article.getByRole('heading', { level: 1 }).innerText()
    const words = (await article.locator('p, h2, figcaption').allInnerTexts()).join(' ').split(/\s+/).length
    expect(words).toBeGreaterThan(500)
    expect(words).toBeLessThan(850)
    await expect(article.getByText('3 minutes to read')).toBeVisible()
    await expect(article.getByRole('heading', { level: 2 })).not.toHaveCount(0)
    const pictures = article.getByRole('img')
    await expect(pictures).toHaveCount(3)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(picture).toHaveAttribute('alt', /\w/)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    const blocks = structuredData(await page.locator('script[type="application/ld+json"]').allTextContents())
    const post = blocks.find(each => each['@type'] === 'BlogPosting')
    expect(post).toMatchObject({ headline: title, mainEntityOfPage: `${shop.url}/blogs/${slug}` })
    await expect(article.getByRole('time')).toHaveAttribute('datetime', post.datePublished)
    await expect(article.getByText(`By ${post.author.name}`)).toBeVisible()
    expect((await page.request.get(post.image[0])).headers()['content-type']).toBe('image/webp')
    expect(await page.locator('meta[property="og:type"]').getAttribute('content')).toBe('article')
    for (const link of await article.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^\/(categories\/\w+|search\?q=[\w+]+|shop\?color=\w+)$/)
  }
})

test('links lead through the journal from the first post to the last', async ({ page, visit }) => {
  await visit(`/blogs/${posts[0]}`)
  const more = page.getByRole('navigation', { name: 'More from the journal' })
  await expect(more.getByRole('link', { name: 'Previous' })).toHaveCount(0)
  for (const slug of posts.slice(1)) {
    await more.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`/blogs/${slug}`)
  }
  await expect(more.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await more.getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL('/blogs')
})

test('an unknown page or post is not found, with status 404', async ({ page, visit, complaints }) => {
  for (const path of ['/pages/nothing', '/blogs/nothing', '/pages/constructor', '/blogs/%3Cscript%3E']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
    await visit(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  expectFailedLoads(complaints)
})

test('every link of the footer works', async ({ page, visit }) => {
  await visit('/contact')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'hello@vitrine.example' })).toHaveAttribute(
    'href',
    'mailto:hello@vitrine.example',
  )
  await expect(footer.getByRole('link', { name: '+44 20 7946 0123' })).toHaveAttribute('href', 'tel:+442079460123')
  const paths = await footer.locator('a[href^="/"]').evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThanOrEqual(19)
  for (const path of new Set(paths)) expect((await page.request.get(path ?? '')).status(), path ?? '').toBe(200)
  await expect(footer.locator('a img')).toHaveCount(6)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages and posts can be read, and the contact page shows the other ways to reach the shop', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await page.getByText('Is my card safe with you?').click()
    await expect(page.getByText('It never reaches us.')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click()
    await page.getByRole('link', { name: 'Layering gold', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'The quiet one' })).toBeVisible()
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main.locator('noscript p')).toBeVisible() // locators ignore the text of noscript
    await expect(main.getByRole('textbox')).toHaveCount(0)
    await expect(main.locator('noscript a[href^="mailto:"]')).toBeVisible()
  })
})

const email = {
  Name: 'مها <b>',
  Email: 'maha@shop.test',
  Subject: '100% "off"?',
  Message: 'Hello,\n\nهل لديكم مقاس أصغر؟',
}

test('a visitor writes to the shop, and the admin reads it', async ({ page, visit, signsIn }) => {
  await visit('/contact')
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Please type your name.')
  await expect(main.getByLabel('Message')).toHaveAccessibleDescription('Please write your message.')
  expect(await violationsOf(page)).toEqual([])
  for (const [label, text] of Object.entries(email)) await main.getByLabel(label).fill(text)
  await main.getByLabel('Email').fill('maha@shop')
  await send.click()
  await expect(main.getByLabel('Email')).toBeFocused()
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription('')

  await main.getByLabel('Email').fill(email.Email)
  let sent = 0
  await page.route('**/api/contact', route => {
    sent += 1
    return route.continue()
  })
  await send.dblclick()
  const thanks = main.getByRole('heading', { name: 'Thank you. Your message has reached us.' })
  await expect(thanks).toBeFocused()
  expect(sent).toBe(1)
  expect(await violationsOf(page)).toEqual([])

  await main.getByRole('button', { name: 'Write another message' }).click()
  await expect(main.getByLabel('Subject')).toBeFocused()
  await expect(main.getByLabel('Message')).toHaveValue('')

  await signsIn({ role: 'admin' })
  await visit('/dashboard/messages')
  const message = page.getByRole('listitem').filter({ hasText: email.Name })
  await expect(message.getByRole('heading', { name: email.Subject })).toBeVisible()
  await expect(message).toContainText('هل لديكم مقاس أصغر؟')
  await expect(message.getByRole('link', { name: email.Email, exact: true })).toBeVisible()
})

test('what was typed stays when a message cannot be sent', async ({ page, visit, complaints }) => {
  await visit('/contact')
  const main = page.getByRole('main')
  for (const [label, text] of Object.entries(email)) await main.getByLabel(label).fill(text)
  const send = main.getByRole('button', { name: 'Send message' })
  await failCalls(page, '**/api/contact')
  await send.click()
  await expect(main.getByRole('alert')).toContainText('We could not reach the shop.')
  await page.unroute('**/api/contact')
  const message = 'That was too often. Please try again in 59 minutes.'
  await failCalls(page, '**/api/contact', { status: 429, json: { success: false, message } })
  await send.click()
  await expect(main.getByRole('alert')).toHaveText(`Your earlier messages have reached us.${message}`)
  for (const [label, text] of Object.entries(email)) await expect(main.getByLabel(label)).toHaveValue(text)

  await main.getByLabel('Message').fill('m'.repeat(5_001))
  await send.click()
  await expect(main.getByLabel('Message')).toHaveAccessibleDescription(
    'Your message can have at most 5,000 characters.',
  )
  expectFailedLoads(complaints)
})

test('a customer’s name and address are filled in, but never over what they typed', async ({
  page,
  customer,
  visit,
}) => {
  await visit('/contact')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Name')).toHaveValue(customer.username)
  await expect(main.getByLabel('Email')).toHaveValue(customer.email)

  // Typed before hydration.
  const start = await holdCalls(page, '**/*.js')
  await page.reload({ waitUntil: 'commit' })
  await main.getByLabel('Name').fill('Lady Ada')
  start()
  await untilHydrated(page)
  await expect(main.getByLabel('Email')).toHaveValue(customer.email)
  await expect(main.getByLabel('Name')).toHaveValue('Lady Ada')
})
