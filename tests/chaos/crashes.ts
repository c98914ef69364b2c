// kill -9 of the shop at each named step of a purchase and of an upload, then at random while shoppers buy and the
// owner uploads.
import type { CrashOutcome, Share } from './crashes/lane.ts'
import { inLanes, sumOf } from './support/load/lanes.ts'
import { paymentSteps } from './support/payments/payment-steps.ts'
import { type TrialContext, trial } from './support/trial.ts'
import { uploadSteps } from './support/upload-steps.ts'

const lane = new URL('crashes/lane.ts', import.meta.url)
const namesOf = (steps: { name: string }[]) => steps.map(({ name }) => name)

await trial(
  'Whenever the shop is killed, no order is lost, doubled or half, and the next start is good by itself.',
  async trial => {
    const shares = sharesOf(trial)
    const named = sumOf(shares, ({ steps }) => steps.length)
    report(trial, named, await inLanes<Share, CrashOutcome>(lane, shares))
  },
)

/** The short form kills one shop at one step of a purchase and one of an upload, different ones each time. */
function sharesOf({ scale, times }: TrialContext): Share[] {
  const one = (steps: { name: string }[]) => namesOf(steps)[Math.floor(Math.random() * steps.length)] ?? ''
  if (scale < 1) return [{ steps: [one(paymentSteps), one(uploadSteps)], random: 1 }]
  const lanes = [namesOf(paymentSteps), namesOf(uploadSteps)]
  const each = times(200) / lanes.length
  return lanes.map(steps => ({ steps, random: each - steps.length - 1 })) // one more kill follows at the end
}

function report({ none, note }: TrialContext, named: number, lanes: CrashOutcome[]): void {
  const sum = (count: (seen: CrashOutcome) => number) => sumOf(lanes, count)
  const random = sum(seen => seen.kills)
  const withDatabase = sum(seen => seen.withDatabase)
  const slowest = Math.max(...lanes.map(seen => seen.slowestMs)) / 1000
  const starts = sum(seen => seen.starts)
  const wrong = lanes.flatMap(seen => seen.wrong)
  const noted: [string, number | string][] = [
    [
      'killed at random while shoppers buy and the owner uploads',
      `${random}, ${withDatabase} of them with the database`,
    ],
    ['requests that were being answered at these moments', sum(seen => seen.hit)],
    ['pictures that the shop said it keeps', sum(seen => seen.uploaded)],
    ['starts that were good by themselves', `${starts}, the slowest took ${slowest.toFixed(2)} s`],
    ...perLabel(lanes.flatMap(seen => seen.counted)),
  ]
  const faults: [string, number][] = [
    ['pictures not there in all sizes', sum(seen => seen.incomplete)],
    ['half: pictures of which there are files and nothing else', sum(seen => seen.strays)],
    ...perLabel(lanes.flatMap(seen => seen.faults)),
    ['lost: orders that were confirmed to a shopper', sum(seen => seen.broken.ordered)],
    ['lost: payments that were confirmed to a shopper', sum(seen => seen.broken.paid)],
    ['rules broken on the Proof page', sum(seen => seen.brokenRules)],
  ]
  note('killed at named steps of checkout, payment, webhook, confirm, reconcile and upload', named)
  none('of these with another end than they should have', wrong.length)
  for (const result of wrong) console.error(result)
  for (const [what, figure] of noted) note(what, figure)
  for (const [what, count] of faults) none(what, count)
}

/** Sums each figure over all shops. */
function perLabel(figures: [string, number][]): [string, number][] {
  const sums = new Map<string, number>()
  for (const [what, count] of figures) sums.set(what, (sums.get(what) ?? 0) + count)
  return [...sums]
}
