// Worker processes are stopped with SIGSTOP, so that they exist but never answer, while visitors shop.
import { readFileSync } from 'node:fs'
import { childrenOf } from '../support/cores.ts'
import { countBrokenRules } from './support/admin.ts'
import { countBrokenPromises, letAnHourPass, promised } from './support/payments/books.ts'
import * as shop from './support/shop-in-hand.ts'
import { isGood, letShop } from './support/shopping.ts'
import { trial } from './support/trial.ts'

const max = { replacedSeconds: 25 }
const isWorker = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')

await trial('A process that is frozen is replaced, and nothing that the shop acknowledged is lost.', async trial => {
  const { times, none, atMost, note } = trial
  try {
    await shop.start('', { WEB_CONCURRENCY: '2' }, shop.startCommand)
    const product = await shop.sellProduct(4_990)
    const shopping = await letShop(product)
    const seconds: number[] = []
    for (let n = times(10); n > 0; n--) {
      const workers = () => childrenOf(shop.pid()).filter(isWorker)
      const before = await shop.until('two processes', () => (workers().length === 2 ? workers() : undefined))
      await shop.until('more to lose', () => promised.written.size > 10)
      const from = Date.now()
      const oldest = Math.min(...before) // the other one may still be starting
      process.kill(oldest, 'SIGSTOP')
      await shop.until('another process', () => workers().length === 2 && !workers().includes(oldest))
      seconds.push((Date.now() - from) / 1_000)
    }
    await shopping.end()
    note('processes stopped, of two that serve', seconds.length)
    atMost('until another has taken the place, the slowest', max.replacedSeconds, Math.max(...seconds), 's')
    note('requests meanwhile', shopping.replies.length)
    note('of these without an answer', shopping.replies.filter(({ status }) => status === 0).length)
    none(
      'of these answered badly',
      shopping.replies.filter(reply => !isGood(reply) && ![0, 503].includes(reply.status)).length,
    )
    await letAnHourPass()
    const broken = await countBrokenPromises()
    note(
      'messages, orders and payments that the shop said it has',
      Object.values(promised).reduce((sum, { size }) => sum + size, 0),
    )
    none('of these lost, or there twice', broken.ordered + broken.paid + broken.written)
    none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    for (const pid of childrenOf(shop.pid()).filter(isWorker)) process.kill(pid, 'SIGKILL') // a stopped process would outlive its parent
    await shop.cleanUp()
  }
})
