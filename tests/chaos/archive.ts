// The machine is gone: shop and database are killed under orders and their folder is deleted. The shop comes back from the bucket.
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newKey } from '#server/archive/seal.ts'
import { readStatus } from '#server/archive/status.ts'
import { startS3 } from '#server/images/images.fixture.ts'
import { fillShop } from '../../bench/fill.ts'
import { shopCommand } from '../support/command.ts'
import { countBrokenRules } from './support/admin.ts'
import * as shop from './support/shop-in-hand.ts'
import { json, pay, visit } from './support/shoppers.ts'
import { trial } from './support/trial.ts'

const ordersBefore = 100_000
const perSecond = 100
const loadMs = 60_000
const maxLostSeconds = 60
const maxRestoreSeconds = 300

interface Placed {
  session: string
  /** When the shop had answered, in ms. */
  at: number
}

/** Sends checkouts at a steady rate, however slow the answers are; each tenth is paid. */
async function sell(product: string, ms: number): Promise<{ placed: Placed[]; refused: number }> {
  const placed: Placed[] = []
  let refused = 0
  const running: Promise<void>[] = []
  const order = json({ products: [{ _id: product, quantity: 1 }] })
  const from = performance.now()
  for (let n = 0; performance.now() - from < ms; n++) {
    await sleep(Math.max(0, from + (n * 1_000) / perSecond - performance.now()))
    running.push(
      (async () => {
        const { status, body } = await visit('checkout', '/api/orders/create-checkout-session', order)
        if (status !== 200) refused += 1
        else {
          const session = JSON.parse(body).id as string
          placed.push({ session, at: Date.now() })
          if (n % 10 === 0) await pay(session)
        }
      })(),
    )
  }
  await Promise.all(running)
  return { placed, refused }
}

const sessions = async () =>
  new Set((await shop.query<{ id: string }>('select payment_session as id from "order"')).map(({ id }) => id))

await trial(
  'A machine that is gone costs at most a minute, and the shop is back within five.',
  async ({ times, note, none, atMost }) => {
    const s3 = await startS3()
    const { bucket, endpoint = '', accessKeyId, secretAccessKey } = s3.settings
    const settings = {
      ARCHIVE_KEY: await newKey(),
      ARCHIVE_BUCKET: bucket,
      ARCHIVE_ENDPOINT: endpoint,
      ARCHIVE_ACCESS_KEY_ID: accessKeyId,
      ARCHIVE_SECRET_ACCESS_KEY: secretAccessKey,
    }
    try {
      await shop.start('', settings)
      await fillShop(await shop.connection(), { products: 100, orders: times(ordersBefore) })
      const product = await shop.sellProduct(12_900)
      await shop.until('the copy of the files is in the bucket', async () => (await readStatus(shop.dataDir()))?.base)
      const broken = await countBrokenRules() // the orders before are made by SQL
      const { placed, refused } = await sell(product, times(loadMs))
      note(
        'orders before, orders placed under load and refused',
        `${times(ordersBefore)}, ${placed.length}, ${refused}`,
      )
      await shop.crash()
      const killed = Date.now()
      rmSync(shop.dataDir(), { recursive: true })
      const { code, out, err } = await shopCommand(['restore', '--to', 'now'], shop.settingsOfCommand())
      const seconds = (Date.now() - killed) / 1_000
      note('the command', `${code} ${out}${err}`.trim().replaceAll('\n', ' '))
      none('folders left by the restore', Number(existsSync(`${shop.dataDir()}/database.restoring`)))
      atMost('until the shop could be started again', maxRestoreSeconds, seconds, 's')
      await shop.start('', settings)
      const there = await sessions()
      const lost = placed.filter(({ session }) => !there.has(session))
      note('acknowledged orders that are not there', lost.length)
      const oldest = Math.min(killed, ...lost.map(({ at }) => at))
      atMost('age of the oldest lost order', maxLostSeconds, (killed - oldest) / 1_000, 's')
      const later = placed.filter(({ at, session }) => at > oldest + 1_000 && there.has(session))
      none('orders that are there although one of a second earlier is not', later.length)
      none('rules broken that were not before', (await countBrokenRules()) - broken)
    } finally {
      await shop.cleanUp()
      await s3.close()
    }
  },
)
