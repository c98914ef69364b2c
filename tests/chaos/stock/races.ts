// Each writer of stock against each other, and against its like, at the same instant on the same two products.
import type { CheckoutContext } from '#server/checkout/context.ts'
import { signInAdmin } from '../support/admin.ts'
import { atOnce } from '../support/load/at-once.ts'
import { openSender } from '../support/payments/payment-events.ts'
import type { TrialContext } from '../support/trial.ts'
import { countRecovered, importGoods, type Writer, writers } from './writers.ts'

const rounds = 25
const pairsAtOnce = 2
/** Of each of the two writers. */
const copies = 3

/**
 * @param shops the origins of the processes that take turns
 * @param context of this process, for recoveries, which have no address
 */
export async function tryRaces(
  { times, none, note }: TrialContext,
  shops: string[],
  context: CheckoutContext,
): Promise<void> {
  const admin = await signInAdmin()
  const sendEvent = await openSender()
  let turn = 0
  const nextShop = () => shops[turn++ % shops.length] ?? ''
  const names = Object.keys(writers)
  const pairs = names.flatMap((one, n) => names.slice(n).map(other => [one, other]))
  const races = Array.from({ length: times(rounds) }, () => pairs).flat()
  const statuses = new Map<string, number>()
  const wrong: string[] = []

  async function race(pair: string[]) {
    const scene = await importGoods({ admin, sendEvent, context, nextShop })
    const acts: { name: string; act: Awaited<ReturnType<Writer>> }[] = []
    for (let n = 0; n < copies; n++)
      for (const name of pair) acts.push({ name, act: await (writers[name] as Writer)(scene) })
    await Promise.all(
      acts.map(async ({ name, act }) => {
        const { status, body } = await act()
        statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1)
        if (!isFair(status, body)) wrong.push(`${pair.join(' against ')}: ${name} ${status} ${body}`)
      }),
    )
  }
  await atOnce(pairsAtOnce, races, race)
  for (const sentence of wrong.slice(0, 20)) console.error(sentence.slice(0, 300))
  console.log([...statuses].toSorted().join('\n'))
  note('races of two writers', `${races.length}, each of ${names.length} writers against each`)
  note('orders recovered', await countRecovered())
  none('writers that were answered with anything but done, changed or gone', wrong.length)
}

/** Done, or refused because another writer came first: the product is gone, or is no longer what was seen. */
const isFair = (status: number, body: string) =>
  [200, 303, 404, 409, 410].includes(status) || (status === 400 && body.includes('not on sale any more'))
