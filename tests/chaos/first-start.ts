// kill -9 at every stage of a shop's first start and at random moments: while it creates its database, tables, demo
// goods and admin.
import type { Share, StartOutcome } from './first-start/lane.ts'
import { stages } from './first-start/stages.ts'
import { inLanes, sumOf } from './support/load/lanes.ts'
import { type TrialContext, trial } from './support/trial.ts'

const lane = new URL('first-start/lane.ts', import.meta.url)
const names = stages.map(({ name }) => name)
/** How often each lane kills at each stage. */
const perStage = 4

await trial('Whenever a first start is killed, the next start makes a whole shop.', async trial =>
  report(trial, await inLanes<Share, StartOutcome>(lane, sharesOf(trial))),
)

/** The short form kills at one stage, a different one each time, and once at random. */
function sharesOf({ scale, times }: TrialContext): Share[] {
  if (scale < 1) return [{ named: [names[Math.floor(Math.random() * names.length)] ?? ''], random: 1 }]
  const named = Array.from({ length: perStage }, () => names).flat()
  const share = { named, random: times(100) / 2 - named.length }
  return [share, share]
}

function report({ scale, none, note, atLeast }: TrialContext, lanes: StartOutcome[]): void {
  const kills = sumOf(lanes, seen => seen.kills)
  const crashes = sumOf(lanes, seen => seen.crashes)
  const hits = lanes.flatMap(seen => seen.hits)
  const faults = lanes.flatMap(seen => seen.faults)
  const brokenRules = sumOf(lanes, seen => seen.brokenRules)
  const slowest = Math.max(...lanes.map(seen => seen.slowestMs)) / 1000
  for (const fault of faults) console.error(fault)
  note('first starts killed', `${kills}, ${crashes} of them with the database`)
  for (const name of names) {
    const hit = hits.filter(stage => stage === name).length
    if (scale < 1) note(`killed while: ${name}`, hit)
    else atLeast(`killed while: ${name}`, perStage, hit, '')
  }
  none('next starts that did not make a whole shop by themselves', faults.length)
  note('the slowest of them', `${slowest.toFixed(2)} s`)
  none('rules broken on the Proof page', brokenRules)
}
