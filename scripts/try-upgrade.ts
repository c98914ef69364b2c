// Runs the previous release and this one side by side on one PostgreSQL: while visitors shop at the old one, this one makes a backup,
// migrates the tables and opens; then they shop at both. Prints each check, and exits with 1 if one failed.
//   npm run try:upgrade -- COMMIT     the previous release (it is built in a separate folder)
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { worksWith } from '#server/db/works-with.ts'
import { countBrokenRules } from '../tests/chaos/support/admin.ts'
import { countBrokenPromises, letAnHourPass, promised } from '../tests/chaos/support/payments/books.ts'
import { openPostgres } from '../tests/chaos/support/postgres.ts'
import * as shop from '../tests/chaos/support/shop-in-hand.ts'
import { isGood, letShop } from '../tests/chaos/support/shopping.ts'
import { trial } from '../tests/chaos/support/trial.ts'
import { freePort, type Shop, startShop } from '../tests/support/shop.ts'
import { buildCommit } from './build-commit.ts'

const [commit] = process.argv.slice(2)
if (!commit) {
  console.error('Say which release was before this one: npm run try:upgrade -- COMMIT')
  process.exit(2)
}
const shoppingMs = 10_000

await trial('The release before goes on selling while this one takes over.', async ({ none, note }) => {
  const old = buildCommit(commit)
  const postgres = await openPostgres()
  const settings = { DATABASE_URL: postgres.url, PUBLIC_ORIGIN: shop.origin }
  const oldCommand = ['sh', '-c', `cd ${old.folder} && exec node src/server/main.ts`]
  const newSettings = {
    ...settings,
    DATA_DIR: shop.dataDir(),
    PORT: String(await freePort()),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  }
  let current: Shop | undefined
  try {
    await shop.start('', settings, oldCommand)
    const product = await shop.sellProduct(4_990)
    const atOld = await letShop(product)
    await sleep(shoppingMs / 2)
    const migrations = () => shop.query<{ name: string }>('select name from kysely_migration order by name')
    const [before, newestBefore] = [(await migrations()).length, (await migrations()).at(-1)?.name]
    current = await startShop(newSettings)
    none('opened beside it', current.output().includes('Vitrine is open') ? 0 : 1)
    const after = (await migrations()).length
    note('migrations that this release brought', after - before)
    none(
      'backups that were missing before that',
      existsSync(path.join(shop.dataDir(), 'backups')) || after === before ? 0 : 1,
    )
    const atNew = await letShop(product, current.url)
    await sleep(shoppingMs)
    await Promise.all([atOld.end(), atNew.end()])
    // Each records the responses of both shops, so one list has them all.
    const failed = atOld.replies.filter(reply => !isGood(reply))
    for (const { what, status, body } of failed.slice(0, 20)) console.error(what, status, body.slice(0, 200))
    note('requests to both', atOld.replies.length)
    none('of these that failed', failed.length)
    if (after > before) {
      const again = await startShop({ ...newSettings, PORT: String(await freePort()) }, oldCommand)
      if (newestBefore === worksWith)
        none('starts of the release before on the new tables that failed', again.output().includes('is open') ? 0 : 1)
      else {
        const refused = /A newer Vitrine has already changed this database/.test(again.output())
        none('starts of an older release on the new tables that were not refused', refused ? 0 : 1)
      }
      again.kill('SIGTERM')
      await again.ended
    }
    await letAnHourPass()
    const broken = await countBrokenPromises()
    note(
      'messages, orders and payments that the shop said it has',
      Object.values(promised).reduce((sum, { size }) => sum + size, 0),
    )
    none('of these lost, or there twice', broken.ordered + broken.paid + broken.written)
    none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    current?.kill('SIGTERM')
    await current?.ended
    await shop.cleanUp()
    await postgres.close()
    old.remove()
  }
})
