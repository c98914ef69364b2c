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
  isPaid: boolean
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
          const order: Placed = { session, at: Date.now(), isPaid: false }
          placed.push(order)
          if (n % 10 === 0) order.isPaid = await pay(session)
        }
      })(),
    )
  }
  await Promise.all(running)
  return { placed, refused }
}

const sessions = async (where = 'true') =>
  new Set(
    (await shop.query<{ id: string }>(`select payment_session as id from "order" where ${where}`)).map(({ id }) => id),
  )

/** The rows of the sandbox, as JSON by table. It plays the provider, who is elsewhere and loses nothing. */
async function readProvider(): Promise<Map<string, string>> {
  const tables = await shop.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'sandbox'",
  )
  const rows = new Map<string, string>()
  for (const { name } of tables) {
    const [found] = await shop.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from sandbox.${name} t`,
    )
    rows.set(name, found?.rows ?? '[]')
  }
  return rows
}

async function writeProvider(provider: Map<string, string>): Promise<void> {
  await shop.query(`truncate ${[...provider.keys()].map(name => `sandbox.${name}`).join()} cascade`)
  for (const [name, rows] of provider)
    await shop.query(
      `insert into sandbox.${name} overriding system value select * from json_populate_recordset(null::sandbox.${name}, $1)`,
      [rows],
    )
}

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
      await shop.start('', {}) // for the provider's memory alone; it archives nothing
      const provider = await readProvider()
      await shop.crash()
      const restoring = Date.now()
      rmSync(shop.dataDir(), { recursive: true })
      const { code, out, err } = await shopCommand(['restore', '--to', 'now', '--json'], {
        ...shop.settingsOfCommand(),
        ...settings,
      })
      const seconds = (Date.now() - restoring) / 1_000
      none('exit code of the command', code ?? 1)
      const { changedAt } = JSON.parse(out || err)
      note('the last change that had arrived', changedAt)
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
      await writeProvider(provider)
      const moment = changedAt.slice(0, 19).replace('T', ' ')
      const asked = await shopCommand(['restore', '--to', moment, '--only-payments'], shop.settingsOfCommand())
      note('from the provider', `${asked.code} ${asked.out}${asked.err}`.trim().replaceAll('\n', ' '))
      const paid = await sessions("payment_state = 'paid'")
      const paidBefore = placed.filter(({ isPaid }) => isPaid)
      note(
        'paid orders, and those of them that the archive had lost',
        [paidBefore.length, paidBefore.filter(({ session }) => !there.has(session)).length].join(),
      )
      none('paid orders that are not there, or not paid', paidBefore.filter(({ session }) => !paid.has(session)).length)
      none('rules broken that were not before', (await countBrokenRules()) - broken)
    } finally {
      await shop.cleanUp()
      await s3.close()
    }
  },
)
