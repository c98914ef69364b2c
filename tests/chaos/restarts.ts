// Two processes on one database behind a balancer are restarted in turn, as in a deployment, while visitors shop.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type Shop, startShop } from '../support/shop.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { openBalancer } from './support/load/balancer.ts'
import { countBrokenPromises, letAnHourPass, promised } from './support/payments/books.ts'
import { openPostgres } from './support/postgres.ts'
import * as shop from './support/shop-in-hand.ts'
import { isGood, letShop } from './support/shopping.ts'
import { type TrialContext, trial } from './support/trial.ts'
import { newPicture, upload } from './support/upload-steps.ts'

const ports = [Number(shop.port), await freePort()] as const
/** A picture of this size occupies a process for a good part of a second. */
const largePicture = 500

await trial('A new version is started without a single visitor noticing.', async trial => {
  const postgres = await openPostgres()
  const balancer = await openBalancer([...ports])
  const settings = { DATABASE_URL: postgres.url, PUBLIC_ORIGIN: balancer.origin }
  let second: Shop | undefined
  const startSecond = () =>
    startShop({
      ...settings,
      DATA_DIR: shop.dataDir(),
      PORT: String(ports[1]),
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
    })
  /**
   * Restarts a process by SIGTERM.
   * @returns how it ended
   */
  const restart = [
    async () => {
      const end = await shop.stop()
      await shop.start()
      return end
    },
    async () => {
      second?.kill('SIGTERM')
      const end = await second?.ended
      second = await startSecond()
      return end
    },
  ]
  try {
    await shop.start('', settings)
    second = await startSecond()
    const product = await shop.sellProduct(4_990)
    const shopping = await letShop(product, balancer.origin)
    const uploads = uploadMeanwhile(balancer.origin)
    let finished = 0
    let roughEnds = 0
    const rounds = trial.times(50)
    for (let round = 0; round < rounds; round++)
      for (const [n, again] of restart.entries()) {
        await shop.until('both are ready', () => ports.every(balancer.isReady))
        await sleep(500)
        finished += await shop.until('a request', () => balancer.underWay(ports[n] ?? 0))
        if ((await again()) !== 0) roughEnds++
      }
    await uploads.end()
    await shopping.end()
    const failed = shopping.replies.filter(reply => !isGood(reply))
    for (const { what, status, body } of failed.slice(0, 20)) console.error(what, status, body.slice(0, 200))
    second.kill('SIGTERM')
    await second.ended
    trial.note('restarts of two processes in turn', `${rounds} of each`)
    trial.note('requests meanwhile', shopping.replies.length)
    trial.none('of these that failed', failed.length)
    trial.note('requests that were being answered when their process was told to end', finished)
    trial.none('processes that did not end by themselves', roughEnds)
    trial.note('requests that the balancer passed on to the other process', balancer.passedOn())
    await report(trial)
  } finally {
    second?.kill('SIGKILL')
    await second?.ended
    await shop.cleanUp()
    await balancer.close()
    await postgres.close()
  }
})

/** Keeps a process busy with uploads. */
function uploadMeanwhile(at: string) {
  let isOpen = true
  const work = (async () => {
    const { cookie } = await signInAdmin()
    while (isOpen) {
      await shop.query('delete from rate_limit') // the trial uploads more than the rate limit allows
      await upload(await newPicture(largePicture), cookie, at)
    }
  })()
  return {
    async end() {
      isOpen = false
      await work
    },
  }
}

async function report({ none, note }: TrialContext): Promise<void> {
  await letAnHourPass()
  const broken = await countBrokenPromises()
  note(
    'messages, orders and payments that the shop said it has',
    Object.values(promised).reduce((sum, { size }) => sum + size, 0),
  )
  none('of these lost, or there twice', broken.ordered + broken.paid + broken.written)
  none('rules broken on the Proof page', await countBrokenRules())
}
