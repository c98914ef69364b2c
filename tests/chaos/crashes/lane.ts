// One shop that is killed at named steps, and then at random while shoppers buy and the owner uploads.
import { setTimeout as sleep } from 'node:timers/promises'
import { countBrokenRules, signInAdmin } from '../support/admin.ts'
import { inLane } from '../support/load/lanes.ts'
import { compareBooks, countBrokenPromises, letAnHourPass, promised } from '../support/payments/books.ts'
import { killWhilePaying, paymentSteps } from '../support/payments/payment-steps.ts'
import * as shop from '../support/shop-in-hand.ts'
import { buy, comeBack, pay, underWay } from '../support/shoppers.ts'
import {
  countStrays,
  killWhileUploading,
  missingFiles,
  newPicture,
  upload,
  uploadSteps,
} from '../support/upload-steps.ts'

/** The steps at which a shop is killed, and the number of random kills. */
export interface Share {
  steps: string[]
  random: number
}

export type CrashOutcome = Awaited<ReturnType<typeof crash>>

/** The faults that the provider injects meanwhile, in turn. */
const mishaps = [
  '',
  '',
  'duplicate,reorder',
  'delay=400',
  'drop-events=0.3',
  'api-cut=0.2',
  'api-delay=200,duplicate=0.5',
]
/** The uploads that the shop confirmed to the owner. */
const uploaded: string[] = []
let isOpen = true

await inLane(crash)

async function crash({ steps, random }: Share) {
  try {
    await shop.start()
    const products = await Promise.all([1_999, 12_050, 4_990].map(shop.sellProduct))
    const wrong = await killAtSteps(steps, products[0] ?? '')
    const atRandom = await killAtRandom(products, random)
    await letAnHourPass()
    const slowestMs = Math.max(...shop.starts.slice(1))
    const { counted, wrong: faults } = await compareBooks()
    const broken = await countBrokenPromises()
    const strays = await countStrays()
    const brokenRules = await countBrokenRules()
    return { wrong, ...atRandom, counted, faults, broken, strays, brokenRules, starts: shop.starts.length, slowestMs }
  } finally {
    await shop.cleanUp()
  }
}

/** @returns what did not end as it should have */
async function killAtSteps(names: string[], product: string): Promise<string[]> {
  const results: (string | undefined)[] = []
  for (const step of paymentSteps) if (names.includes(step.name)) results.push(await killWhilePaying(step, product))
  for (const step of uploadSteps) if (names.includes(step.name)) results.push(await killWhileUploading(step))
  return results.filter(result => result !== undefined)
}

/** Buys repeatedly; after a broken connection the same shopper tries to pay until the shop confirms the payment. */
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

async function uploadMeanwhile(cookie: string): Promise<void> {
  while (isOpen) {
    const id = await upload(await newPicture(), cookie)
    if (id) uploaded.push(id)
    await sleep(Math.random() * 300)
  }
}

/** Each kill happens while at least one request is in flight; every fourth time the database is killed too. */
async function killAtRandom(products: string[], kills: number) {
  const { cookie } = await signInAdmin()
  const busy = [...Array.from({ length: 3 }, () => goShopping(products)), uploadMeanwhile(cookie)]
  let withDatabase = 0
  let hit = 0
  for (let n = 0; n < kills; n++) {
    await sleep(50 + Math.random() * 800)
    await shop.until('a request', underWay)
    hit += underWay()
    if (n % 4 < 3) await shop.kill()
    else {
      await shop.crash()
      withDatabase++
    }
    await shop.start(mishaps[n % mishaps.length])
  }
  isOpen = false
  await Promise.all(busy)
  let incomplete = 0
  for (const id of uploaded) if ((await missingFiles(id)).length > 0) incomplete++
  return { kills, withDatabase, hit, uploaded: uploaded.length, incomplete }
}
