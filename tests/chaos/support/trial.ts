import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'

/** One thing that was tried, and what came of it. */
export interface Finding {
  /** Such as "orders lost, doubled or half after 200 kills". */
  what: string
  /** A count or a measure with its unit. */
  figure: string
  /** Whether it is what the shop promises. */
  isStored: boolean
}

/** A trial while it runs. */
export interface Trying {
  /** Of what a full trial does, the part that is done: 1, or less in the short form that is tried with every change. */
  scale: number
  /** @returns that many, or as many as the short form does, at least one */
  times(full: number): number
  /** Notes what must be none. */
  none(what: string, count: number): void
  /** Notes what may be at most so much; `unit` such as ms or MB. What the speed of a machine decides is promised in the full form alone. */
  atMost(what: string, max: number, measured: number, unit: string): void
  /** Notes what must be at least so much. */
  atLeast(what: string, min: number, measured: number, unit: string): void
  /** Notes a figure that promises nothing by itself, such as how often something was done. */
  note(what: string, figure: string | number): void
}

const shortScale = 0.02
const unitsOfSpeed = ['ms', 's', '%']

/**
 * Runs what this file tries, in full or with `--short`, and prints what it finds. The process ends with 1 when a promise is
 * broken. Given `--json FILE`, the findings are written there.
 */
export async function trial(promise: string, work: (trying: Trying) => Promise<void>): Promise<void> {
  const isShort = process.argv.includes('--short')
  const scale = isShort ? shortScale : 1
  const findings: Finding[] = []
  const found = (what: string, figure: string, isStored: boolean) => {
    findings.push({ what, figure, isStored })
    console.log(`${isStored ? styleText('green', '✓') : styleText('red', '✗')} ${what}: ${figure}`)
  }
  const written = (measured: number, unit: string) => `${Number(measured.toPrecision(3))} ${unit}`.trimEnd()
  const isOpen = (unit: string) => isShort && unitsOfSpeed.includes(unit)
  console.log(promise)
  await work({
    scale,
    times: full => Math.max(1, Math.ceil(full * scale)),
    none: (what, count) => found(what, String(count), count === 0),
    atMost: (what, max, measured, unit) =>
      found(what, `${written(measured, unit)} (at most ${max})`, measured <= max || isOpen(unit)),
    atLeast: (what, min, measured, unit) =>
      found(what, `${written(measured, unit)} (at least ${min})`, measured >= min || isOpen(unit)),
    note: (what, figure) => found(what, String(figure), true),
  })
  const at = process.argv.indexOf('--json')
  if (at > 0) writeFileSync(process.argv[at + 1] ?? '', JSON.stringify(findings))
  if (findings.length === 0 || findings.some(({ isStored }) => !isStored)) process.exitCode = 1
}
