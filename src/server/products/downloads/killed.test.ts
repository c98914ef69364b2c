import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct } from '../../../../tests/support/builders.ts'
import { minutes, movableClock } from '../../payments/payments.fixture.ts'
import { applyImport } from '../import/apply-import.ts'
import { readImport } from '../import/read-import.ts'
import { downloadDue } from './download-job.ts'
import { openInternet, pictureOf } from './downloads.fixture.ts'

const clock = movableClock()
const { db, connection, images, shop } = await testApp({ clock })
const world = await openInternet()
afterAll(() => world.close())
const run = () => downloadDue({ db, images, clock, internet: world.internet }, new AbortController().signal)

async function importFile(file: string): Promise<string> {
  async function* bytes() {
    yield Buffer.from(file)
  }
  const origin = shop.config.publicOrigin
  const id = await readImport(shop, { file: 'spring.csv', actor: undefined, origin, bytes: bytes() })
  await applyImport(shop, undefined, id)
  return id
}

/** Begins to fetch in a process of its own. @returns a function that kills it */
async function fetchElsewhere() {
  const script = fileURLToPath(new URL('./killed.fixture.ts', import.meta.url))
  const folder = path.join(shop.config.dataDir, 'images')
  const child = spawn(process.execPath, [script, JSON.stringify({ connection, folder, port: world.port })])
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

const rowOf = async (name: string, address: string) => {
  const { id } = await createProduct(db, { name })
  return `${id},${name},dress,black,A dress.,5,,${address}\n`
}
const states = async () => {
  const rows = db.selectFrom('picture_download').select(['state', 'tries', 'reason']).orderBy('line')
  return (await rows.execute()).map(({ state, tries, reason }) => [state, tries, reason])
}

test('what a killed process was fetching is fetched by the next one, which gives up in the end', async () => {
  const bytes = await pictureOf(100)
  world.serves('cdn.test/first.png', bytes)
  let isMute = true
  for (const name of ['second', 'third'])
    world.serves(`cdn.test/${name}.png`, (_request, response) => isMute || response.end(bytes))
  await importFile(
    `id,name,category,color,description,price,old_price,image\n${await rowOf('First', 'https://cdn.test/first.png')}${await rowOf('Second', 'https://cdn.test/second.png')}${await rowOf('Third', 'https://cdn.test/third.png')}`,
  )
  const kill = await fetchElsewhere()
  await expect
    .poll(() => world.asked.toSorted(), { timeout: 30_000 })
    .toEqual(['cdn.test/first.png', 'cdn.test/second.png', 'cdn.test/third.png'])
  await kill()
  expect(await states()).toEqual([
    ['done', 1, ''],
    ['waiting', 1, ''],
    ['waiting', 1, ''],
  ])
  await run()
  expect(world.asked).toHaveLength(3)
  isMute = false
  clock.move(minutes(4))
  await run()
  expect(await states()).toEqual([
    ['done', 1, ''],
    ['done', 2, ''],
    ['done', 2, ''],
  ])
  const products = await db.selectFrom('product').select('image_id').execute()
  expect(new Set(products.map(({ image_id }) => image_id)).size).toBe(1)
  await db
    .updateTable('picture_download')
    .set({ state: 'waiting', image_id: null, tries: 4, next_at: clock.now() })
    .execute()
  await run()
  expect(new Set((await states()).map(([, , reason]) => reason))).toEqual(
    new Set(['The shop was stopped each time while it fetched this picture.']),
  )
})
