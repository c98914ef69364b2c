import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'

/** One result of a trial. */
export interface Finding {
  /** Such as "orders lost, doubled or half after 200 kills". */
  what: string
  /** A count or a measure with its unit. */
  figure: string
  /** Whether the result is what the shop promises. */
  isMet: boolean
}

/** A running trial. */
export interface TrialContext {
  /** The fraction of a full trial that runs: 1, or less in the short form that runs with every change. */
  scale: number
  /** @returns that many, scaled down in the short form, at least one */
  times(full: number): number
  /** Reports a count that must be zero. */
  none(what: string, count: number): void
  /**
   * Reports a maximum; `unit` such as ms or MB. The short form does not enforce figures that depend on the machine's
   * speed.
   */
  atMost(what: string, max: number, measured: number, unit: string): void
  /** Reports a minimum. */
  atLeast(what: string, min: number, measured: number, unit: string): void
  /** Reports a figure without a promise, such as how often something was done. */
  note(what: string, figure: string | number): void
}

const shortScale = 0.02
const unitsOfSpeed = ['ms', 's', '%']

/**
 * Runs a trial, in full or with `--short`, and prints its results. The process exits with 1 if a promise is broken.
 * `--json FILE` also writes the results to a file.
 */
export async function trial(promise: string, work: (trial: TrialContext) => Promise<void>): Promise<void> {
  const isShort = process.argv.includes('--short')
  const scale = isShort ? shortScale : 1
  const findings: Finding[] = []
  const found = (what: string, figure: string, isMet: boolean) => {
    findings.push({ what, figure, isMet })
    console.log(`${isMet ? styleText('green', '✓') : styleText('red', '✗')} ${what}: ${figure}`)
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
  if (findings.length === 0 || findings.some(({ isMet }) => !isMet)) process.exitCode = 1
}
