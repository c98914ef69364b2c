import { openInternet, pictureOf } from '#server/products/downloads/downloads.fixture.ts'
import { violationsOf } from '../axe.ts'
import { expect, test } from '../test.ts'

const file = `id,name,category,color,description,price,old_price,image,images
,Silk dress,dress,black,A dress of silk.,120,,https://cdn.test/front.png,https://cdn.test/missing.png
,Gold ring,jewellery,gold,It shines.,5,,https://cdn.test/ring.png,
`

test('pictures of other hosts are fetched after an import, with progress, and one that fails is tried again', {
  tag: '@phone',
}, async ({ page, signsIn, shop, db, visit }) => {
  await signsIn({ role: 'admin' })
  const world = await openInternet()
  const { promise, resolve } = Promise.withResolvers<void>()
  const ring = await pictureOf(200)
  world.serves('cdn.test/front.png', await pictureOf(100, { width: 400, height: 500 }))
  world.serves('cdn.test/ring.png', async (_request, response) => {
    await promise
    response.end(ring)
  })
  const isWithinItsWidth = () =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth).then(more => more <= 0)

  await visit('/dashboard/import-products')
  await expect(page.getByText('or an https address of another host, from which the shop fetches it')).toBeVisible()
  const sent = { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
  await page.getByLabel('File of products').setInputFiles(sent)
  await expect(page.getByText('3 pictures will be fetched from other hosts.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Silk dress.* image https:\/\/cdn\.test\/front\.png/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await isWithinItsWidth()).toBe(true)

  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByRole('progressbar', { name: '0 of 3 pictures fetched' })).toBeVisible()
  await shop.whileFetching(world.internet, async () => {
    await expect(page.getByRole('progressbar', { name: '1 of 3 pictures fetched' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    resolve()
    await expect(page.getByText('2 of 3 pictures fetched.')).toBeVisible()
    await expect(page.getByText('1 picture could not be fetched: the list of pictures says why.')).toBeVisible()
    await page.getByRole('link', { name: 'Pictures', exact: true }).click()
    const failed = page.getByRole('table', { name: /^Pictures that could not be fetched/ })
    await expect(
      failed.getByRole('row', { name: /\b2 .*Silk dress .*cdn\.test\/missing\.png .*The server answered with 404\./ }),
    ).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await isWithinItsWidth()).toBe(true)

    world.serves('cdn.test/missing.png', await pictureOf(250))
    await page.getByRole('button', { name: /^Try again/ }).click()
    await expect(page.getByText('3 of 3 pictures fetched.')).toBeVisible()
    await expect(failed).toHaveCount(0)
  })
  await world.close()

  const { id } = await db.selectFrom('product').select('id').where('name', '=', 'Silk dress').executeTakeFirstOrThrow()
  await visit(`/shop/${id}`)
  const picture = page.getByRole('main').getByRole('img', { name: 'Silk dress' }).first()
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('src', /\/images\/[0-9a-f]{32}\//)
})
