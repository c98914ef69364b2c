// An admin counts sizes over and over while 300 orders of them are placed a second, and some are paid.
import type { CountAnswer } from '#domain/products/stock.ts'
import { signInAdmin } from '../support/admin.ts'
import { countAll, sellSizes } from '../support/counted.ts'
import { openAsker, percentile } from '../support/load/open-loop.ts'
import { buy, json, visit } from '../support/shoppers.ts'
import type { TrialContext } from '../support/trial.ts'

const perSecond = 300
const ms = { full: 20_000, short: 2_000 }
const plenty = 500_000
const atOnceEach = 2

/** @param shops the origins of the processes, which share the orders */
export async function tryCounts({ none, note, scale }: TrialContext, shops: string[]): Promise<void> {
  const goods = [
    await sellSizes(['alpha-S', 'alpha-M', 'alpha-L']),
    await sellSizes(['eu-36', 'eu-38']),
    await sellSizes(),
  ]
  const variants = goods.flatMap(product => product.variants)
  await countAll(goods, plenty)
  const bodies = goods.flatMap(({ id, variants }) =>
    variants.map(variantId => JSON.stringify({ products: [{ _id: id, variantId, quantity: 1 }] })),
  )
  const askers = shops.map(url => ({ asker: openAsker(), url }))
  const counting = countAgain(variants)
  const paying = shops.map(at => buyAgain(goods[2]?.id ?? '', at))
  const flow = { ms: scale < 1 ? ms.short : ms.full, perSecond: perSecond / shops.length }
  const path = '/api/orders/create-checkout-session'
  const answers = (await Promise.all(askers.map(({ asker, url }) => asker.ask({ url, path, bodies }, flow)))).flat()
  const counts = await counting.end()
  const paid = (await Promise.all(paying.map(lane => lane.end()))).reduce((sum, n) => sum + n, 0)
  await Promise.all(askers.map(({ asker }) => asker.close()))

  const placed = answers.filter(({ status }) => status === 200)
  const waited = percentile(
    placed.map(each => each.ms + each.late),
    0.95,
  )
  note(
    'orders asked for a second while their sizes are counted, and placed',
    `${perSecond} and ${Math.round((placed.length / flow.ms) * 1_000)}`,
  )
  note('95 of 100 of them placed within', `${Math.round(waited)} ms`)
  note('bought and paid meanwhile', paid)
  note('counts stored meanwhile, and refused', `${counts.stored} and ${counts.refused}`)
  none(
    'orders answered otherwise than placed or asked to come back',
    answers.filter(({ status, mayComeBack }) => status !== 200 && !mayComeBack).length,
  )
  none('counts answered otherwise', counts.failed)
}

/** Counts all these sizes in one call, one piece more or less each time. */
function countAgain(variants: string[]) {
  let isOpen = true
  const sums = { stored: 0, refused: 0, failed: 0 }
  const done = (async () => {
    const admin = await signInAdmin()
    const shelves = new Map<string, number | null>(variants.map(id => [id, plenty]))
    for (let n = 0; isOpen; n++) {
      const counts = variants.map(variantId => {
        const seen = shelves.get(variantId) ?? 0
        return { variantId, shelf: seen + (n % 2 ? 1 : -1), seen }
      })
      const { headers, ...request } = json({ counts })
      const { status, body } = await visit('count', '/api/stock/counts', {
        ...request,
        method: 'PUT',
        headers: { ...headers, ...admin },
      })
      if (status !== 200) {
        sums.failed += 1
        console.error(status, body.slice(0, 300))
        continue
      }
      const answers: CountAnswer[] = JSON.parse(body).data.counts
      for (const { variantId, result, shelf } of answers) {
        sums[result === 'counted' ? 'stored' : 'refused'] += 1
        if (shelf !== null) shelves.set(variantId, shelf)
      }
    }
    return sums
  })()
  return {
    end: () => {
      isOpen = false
      return done
    },
  }
}

/** Shoppers who buy and pay, over and over. */
function buyAgain(product: string, at: string) {
  let isOpen = true
  const lanes = Array.from({ length: atOnceEach }, async () => {
    let orders = 0
    while (isOpen) if (await buy(product, 1, at)) orders += 1
    return orders
  })
  return {
    end: async () => {
      isOpen = false
      return (await Promise.all(lanes)).reduce((sum, n) => sum + n, 0)
    },
  }
}
