// Orders with every kind of end, while the shop is killed at named steps and at random, a few times with its database.
import { inLanes, sumOf } from '../support/load/lanes.ts'
import { paymentSteps } from '../support/payments/payment-steps.ts'
import { stockSteps } from '../support/payments/stock-steps.ts'
import type { TrialContext } from '../support/trial.ts'
import type { HistoryOutcome, HistoryShare } from './lane.ts'

const lane = new URL('./lane.ts', import.meta.url)
const histories = 5_000
const lanes = 2

export async function tryHistories({ times, scale, none, note }: TrialContext): Promise<void> {
  const names = [...paymentSteps, ...stockSteps].map(({ name }) => name)
  const anyOne = stockSteps[Math.floor(Math.random() * stockSteps.length)]?.name ?? ''
  const shares: HistoryShare[] =
    scale < 1
      ? [{ steps: [anyOne], histories: times(histories) }]
      : Array.from({ length: lanes }, (_, n) => ({
          steps: names.filter((_name, at) => at % lanes === n),
          histories: times(histories) / lanes,
        }))
  const seen = await inLanes<HistoryShare, HistoryOutcome>(lane, shares)
  const sum = (count: (one: HistoryOutcome) => number) => sumOf(seen, count)
  for (const sentence of seen.flatMap(({ wrong }) => wrong)) console.error(sentence)
  const happened = new Map<string, number>()
  for (const [what, count] of seen.flatMap(one => one.happened)) happened.set(what, (happened.get(what) ?? 0) + count)

  note(
    'killed at named steps of holding, selling, releasing, counting and paying',
    sumOf(shares, one => one.steps.length),
  )
  none(
    'of these with another end than they should have',
    sum(({ wrong }) => wrong.length),
  )
  note(
    'histories',
    sumOf(shares, one => one.histories),
  )
  for (const [what, count] of happened) note(`of them ${what}`, count)
  note(
    'kills at random meanwhile',
    `${sum(one => one.kills.all)}, ${sum(one => one.kills.withDatabase)} with the database`,
  )
  none('pieces held by orders that have ended', sum(one => one.heldByEnded) + sum(one => one.stillHeld))
  none(
    'payments that were confirmed, and lost',
    sum(one => one.lost),
  )
  none(
    'orders that were said to be given up, and are not',
    sum(one => one.freedNot),
  )
  none(
    'rules broken on the Proof page after the kills',
    sum(one => one.brokenRules),
  )
}
