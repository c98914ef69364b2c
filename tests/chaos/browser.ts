// Attacks on a signed-in user's browser, by other sites and by texts of other users.
import './support/production.ts'

import { createProduct, createUser } from '../support/builders.ts'
import { noLimits } from '../support/limits.ts'
import { signIn } from '../support/sign-in.ts'
import { arrivals, attack, type Change, countFramed, digest, openOtherSite } from './browser/csrf.ts'
import { payloads } from './browser/payloads.ts'
import { type Planted, planter } from './browser/plant.ts'
import { browserOf, openBrowser } from './browser/shop-browser.ts'
import { runUnprotected } from './browser/unprotected.ts'
import { lookEverywhere } from './browser/xss.ts'
import { atOnce } from './support/load/at-once.ts'
import { orderAndPay } from './support/payments/order.ts'
import { openShop } from './support/shop-in-process.ts'
import { type TrialContext, trial } from './support/trial.ts'

const { arrived, watch } = arrivals()

/** How many payloads each field accepted or rejected. */
const listed = (counts: Map<string, number>) => [...counts].map(([field, n]) => `${field} ${n}`).join(', ')

await trial("No other site, and nobody's texts, do anything in the browser of whoever is signed in.", async trial => {
  const shop = await openShop({ limits: { ...noLimits, openCheckouts: 1e6 }, watch })
  const browser = await openBrowser()
  try {
    await tryOtherSites(trial)
    await tryTexts(trial)
    trial.none('rules broken on the Proof page', await shop.countBrokenRules())
  } finally {
    await browser.close()
    await shop.close()
  }

  async function tryOtherSites({ times, none, atLeast, note }: TrialContext) {
    const owner = await createUser(shop.db, { role: 'admin' })
    const changes = await changesOf(owner.id)
    const tried = changes.slice(0, times(changes.length))
    const site = await openOtherSite()
    const asOwner = await browserOf(browser, shop, owner)
    const before = await digest(shop)
    for (const place of Object.values(site.places)) await attack(asOwner, shop, { place, changes: tried, arrived })
    const foreign = arrived.splice(0)
    const after = await digest(shop)
    const changed = after.filter(table => !before.includes(table))
    for (const table of changed) console.error('changed:', table)
    const framed = await countFramed(browser, shop, site.places['a neighbour'], ['/', '/login', '/dashboard/users'])
    await site.close()
    await attack(asOwner, shop, { place: `${shop.origin}/contact`, changes: tried, arrived })
    const own = arrived.splice(0)

    note('changes that the shop can be asked for', `${tried.length} of ${changes.length}`)
    atLeast('requests for them from two other sites that reached it', tried.length * 8, foreign.length, '')
    atLeast(
      "of these, with the owner's cookie",
      tried.length * 4,
      foreign.filter(({ hasCookie }) => hasCookie).length,
      '',
    )
    const accepted = foreign.filter(({ isRefused }) => !isRefused)
    for (const { what } of accepted.slice(0, 5)) console.error(what)
    none('of these, not refused', accepted.length)
    none('tables that they changed', changed.length)
    atLeast(
      "of the same from the shop's own pages, let in",
      tried.length,
      own.filter(({ isOurs, isRefused }) => isOurs && !isRefused).length,
      '',
    )
    none('pages that another site could show in a frame', framed)
  }

  /** Every state-changing route of the app, with existing records and a valid body. */
  async function changesOf(ownerId: string): Promise<Change[]> {
    const product = await createProduct(shop.db)
    const order = await orderAndPay(shop, product.id)
    const { id: user } = await createUser(shop.db)
    const body = {
      ...{ name: 'X', category: 'dress', color: 'black', description: 'X', price: 9, role: 'admin', status: 'shipped' },
      ...{ email: 'x@x.test', subject: 'X', message: 'X', username: 'X', password: 'a silk dress', bio: 'X' },
      ...{ comment: 'X', rating: 1, productId: product.id, products: [{ _id: product.id }] },
    }
    const idFor = (url: string) => {
      if (url.includes('/orders/')) return order.id
      if (url.includes('/users/')) return user
      return url.includes('/products/') ? product.id : ownerId
    }
    return shop.app.accessTable
      .filter(({ method, url }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !url.includes('*'))
      .map(({ method, url }) => ({ method, url: url.replace(/:\w+/, idFor(url)), body }))
  }

  async function tryTexts({ scale, none, atLeast, note }: TrialContext) {
    const owner = await createUser(shop.db, { username: 'Olga', email: 'olga@shop.test', role: 'admin' })
    const typed = scale === 1 ? payloads : payloads.slice(0, 1)
    const planting = planter(shop, await signIn(shop.db, owner))
    const planted: Planted[] = []
    await atOnce(4, typed, async payload => void planted.push(await planting.plant(payload)))
    const unprotected = await runUnprotected(browser, typed)
    const seen = await lookEverywhere(browser, shop, owner, planted)

    note('payloads', typed.length)
    for (const { n, text } of typed) if (!unprotected.has(n)) console.error('runs nowhere:', text)
    atLeast('of these, run by pages that take no care', typed.length, unprotected.size, '')
    note('fields that took them', listed(planting.taken))
    note('fields that refused them', listed(planting.refused))
    note('pages looked at', seen.pages)
    none('payloads that ran', seen.ran.size)
    for (const what of [...seen.became].slice(0, 5)) console.error(what)
    none('times that one became more than a text', seen.became.size)
  }
})
