// kill -9 of the shop at each named step of a purchase and of an upload, then at random while shoppers buy and the owner uploads.
import { setTimeout as sleep } from 'node:timers/promises'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { compareBooks, countBrokenPromises, letAnHourPass, promised } from './support/books.ts'
import { killWhilePaying, paymentSteps } from './support/payment-steps.ts'
import * as shop from './support/shop-in-hand.ts'
import { buy, comeBack, pay, underWay } from './support/shoppers.ts'
import { type Trying, trial } from './support/trial.ts'
import { killWhileUploading, missingFiles, newPicture, upload, uploadSteps } from './support/upload-steps.ts'

/** What the provider does wrong meanwhile, by turns. */
const mishaps = [
  '',
  '',
  'duplicate,reorder',
  'delay=400',
  'drop-events=0.3',
  'api-cut=0.2',
  'api-delay=200,duplicate=0.5',
]
/** What the owner was told is kept. */
const uploaded: string[] = []
let isOpen = true

await trial(
  'Whenever the shop is killed, no order is lost, doubled or half, and the next start is good by itself.',
  async trying => {
    try {
      await shop.start()
      const products = await Promise.all([1_999, 12_050, 4_990].map(shop.sellProduct))
      const named = await killAtSteps(trying, products[0] ?? '')
      await killAtRandom(trying, products, trying.times(200) - named - 1) // and once more when all is over
      await letAnHourPass()
      await report(trying)
    } finally {
      await shop.cleanUp()
    }
  },
)

/** In the short form at one step of a purchase and one of an upload, each time other ones. */
async function killAtSteps({ scale, none, note }: Trying, product: string): Promise<number> {
  const some = <T>(steps: T[]) => (scale < 1 ? [steps[Math.floor(Math.random() * steps.length)] as T] : steps)
  const results: (string | undefined)[] = []
  for (const step of some(paymentSteps)) results.push(await killWhilePaying(step, product))
  for (const step of some(uploadSteps)) results.push(await killWhileUploading(step))
  const wrong = results.filter(result => result !== undefined)
  for (const result of wrong) console.error(result)
  note('killed at named steps of checkout, payment, webhook, confirm, reconcile and upload', results.length)
  none('of these with another end than they should have', wrong.length)
  return results.length
}

/** Buys again and again; where the shop breaks off, the same shopper tries to pay until it is said to be paid. */
async function goShopping(products: string[]): Promise<void> {
  while (isOpen) {
    const product = products[Math.floor(Math.random() * products.length)] ?? ''
    const session = await buy(product, 1 + Math.floor(Math.random() * 3))
    if (session) promised.ordered.add(session)
    await sleep(Math.random() * 100)
    if (!session || Math.random() < 0.1) continue
    while (isOpen && !promised.paid.has(session)) {
      if (await pay(session)) promised.paid.add(session)
      else await sleep(50)
    }
    if (Math.random() < 0.5) await comeBack(session)
  }
}

async function keepUploading(cookie: string): Promise<void> {
  while (isOpen) {
    const id = await upload(await newPicture(), cookie)
    if (id) uploaded.push(id)
    await sleep(Math.random() * 300)
  }
}

/** Each time while at least one request is being answered; every fourth time the database is killed too. */
async function killAtRandom({ none, note }: Trying, products: string[], kills: number): Promise<void> {
  const { cookie } = await signInAdmin()
  const busy = [...Array.from({ length: 3 }, () => goShopping(products)), keepUploading(cookie)]
  let crashes = 0
  let hit = 0
  for (let n = 0; n < kills; n++) {
    await sleep(50 + Math.random() * 1_200)
    await shop.until('a request', underWay)
    hit += underWay()
    if (n % 4 < 3) await shop.kill()
    else {
      await shop.crash()
      crashes++
    }
    await shop.start(mishaps[n % mishaps.length])
  }
  isOpen = false
  await Promise.all(busy)
  let incomplete = 0
  for (const id of uploaded) if ((await missingFiles(id)).length > 0) incomplete++
  note('killed at random while shoppers buy and the owner uploads', `${kills}, ${crashes} of them with the database`)
  note('requests that were being answered at these moments', hit)
  note('pictures that the shop said it keeps', uploaded.length)
  none('of these not there in all sizes', incomplete)
}

async function report({ none, note }: Trying): Promise<void> {
  const { counted, wrong } = await compareBooks()
  const broken = await countBrokenPromises()
  const slowest = Math.max(...shop.starts.slice(1)) / 1000
  note('starts that were good by themselves', `${shop.starts.length}, the slowest took ${slowest.toFixed(2)} s`)
  for (const [what, n] of counted) note(what, n)
  for (const [what, n] of wrong) none(what, n)
  none('lost: orders of which a shopper was told', broken.ordered)
  none('lost: payments of which a shopper was told', broken.paid)
  none('rules broken on the Proof page', await countBrokenRules())
}
