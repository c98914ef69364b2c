// The last pieces: buyers race for them, payments against giving up, and everybody who changes stock against everybody else.
import type { CheckoutContext } from '#server/checkout/context.ts'
import { type Connection, openDatabase } from '#server/db/connection.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { openSandbox } from '#server/payments/payments.ts'
import { noFaults } from '../../src/sandbox/faults.ts'
import { freePort, type Shop, startShop } from '../support/shop.ts'
import { tryCounts } from './stock/counts.ts'
import { tryDrops } from './stock/drop.ts'
import { tryExpiry } from './stock/expiry.ts'
import { tryHistories } from './stock/histories.ts'
import { tryRaces } from './stock/races.ts'
import { countBrokenRules } from './support/admin.ts'
import { countDeadlocks } from './support/counted.ts'
import { openPostgres } from './support/postgres.ts'
import * as shop from './support/shop-in-hand.ts'
import { trial } from './support/trial.ts'

await trial('Every piece is sold once, whatever happens meanwhile.', async trial => {
  const postgres = await openPostgres()
  let second: Shop | undefined
  try {
    const settings = { DATABASE_URL: postgres.url, PUBLIC_ORIGIN: shop.origin }
    await shop.start('', settings)
    const port = String(await freePort())
    const own = { DATA_DIR: shop.dataDir(), PORT: port, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' }
    second = await startShop({ ...settings, ...own })
    const shops = [shop.origin, `http://localhost:${port}`]
    await tryDrops(trial, shops)
    await tryCounts(trial, shops)
    await tryExpiry(trial, shops)
    await withContext({ connectionString: postgres.url }, context => tryRaces(trial, shops, context))
    trial.none('rules broken on the Proof page', await countBrokenRules())
    second.kill('SIGTERM')
    await second.ended
    await shop.stop()
    trial.none('deadlocks', await countDeadlocks())
  } finally {
    second?.kill('SIGKILL')
    await second?.ended
    await shop.cleanUp()
    await postgres.close()
  }
  await tryHistories(trial)
})

/** Lets this process write to the shop's database, as a command does. */
async function withContext(connection: Connection, work: (context: CheckoutContext) => Promise<void>): Promise<void> {
  const db = openDatabase(connection)
  const [clock, origin] = [systemClock, shop.origin]
  const payments = await openSandbox({ connection, origin, faults: { ...noFaults }, clock, log: console })
  try {
    await work({ db, payments: payments.provider, clock, ids: randomIds, origin })
  } finally {
    await payments.close()
    await db.destroy()
  }
}
