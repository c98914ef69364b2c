import { useId } from 'react'
import { type Break, brokenIn, type Proof, type RuleResult } from '#domain/integrity.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { Warning } from './warning.tsx'

const count = new Intl.NumberFormat('en-US')

/** The results of the last check by rule, failed rules first. */
export function CheckResult({ check: { succeededAt, rules, failed } }: Pick<Proof, 'check'>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-2xl">
        What always holds
      </h2>
      {failed && (
        <Warning>
          The check of <LocalTime at={failed.at} /> could not be ended: {failed.why}
        </Warning>
      )}
      {succeededAt && rules ? (
        <>
          <p aria-live="polite" className="mb-6 text-sm text-stone">
            {verdictOn(rules)} Checked <LocalTime at={succeededAt} />.
          </p>
          <ul className="divide-y divide-line rounded-card border border-line bg-paper">
            {[...rules]
              .sort((a, b) => gravity(b) - gravity(a))
              .map(rule => (
                <li key={rule.rule} className="p-4 sm:px-6">
                  <Rule rule={rule} />
                </li>
              ))}
          </ul>
        </>
      ) : (
        <p className="max-w-prose text-sm text-stone">
          Nothing has been checked yet. The shop checks itself every night; Check now does it at once.
        </p>
      )}
    </section>
  )
}

const gravity = ({ broken, unknown }: RuleResult) => (broken > 0 ? 2 : unknown ? 1 : 0)

/** The whole check in one sentence. */
export function verdictOn(rules: RuleResult[]): string {
  const broken = brokenIn({ rules })
  if (broken > 0) return `${count.format(broken)} ${broken === 1 ? 'record is' : 'records are'} not as they must be.`
  if (rules.some(({ unknown }) => unknown)) return 'Nothing is broken, but not everything could be asked.'
  return 'Everything is as it must be.'
}

function Rule({ rule: { sentence, checked, broken, breaks, unknown, note } }: { rule: RuleResult }) {
  return (
    <>
      <div className="flex flex-col-reverse gap-x-6 gap-y-2 sm:flex-row sm:items-baseline sm:justify-between">
        <p className="min-w-0">
          {sentence}
          <span className="block text-sm text-stone tabular-nums">
            {unknown ?? `${count.format(checked)} checked.`} {note}
          </span>
        </p>
        <p className="shrink-0">
          <Verdict broken={broken} unknown={unknown} />
        </p>
      </div>
      {broken > 0 && <Breaks breaks={breaks} broken={broken} />}
    </>
  )
}

function Verdict({ broken, unknown }: Pick<RuleResult, 'broken' | 'unknown'>) {
  if (broken > 0) return <Badge tone="red">{`${count.format(broken)} broken`}</Badge>
  return unknown ? <Badge tone="yellow">Not known</Badge> : <Badge tone="green">OK</Badge>
}

const shownAtOnce = 5

function Breaks({ breaks, broken }: { breaks: Break[]; broken: number }) {
  const [first, others] = [breaks.slice(0, shownAtOnce), breaks.slice(shownAtOnce)]
  return (
    <div className="mt-2 border-danger border-l-2 pl-4 text-sm">
      <List breaks={first} />
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4 hover:text-rosewood">
            Show {count.format(others.length)} more
          </summary>
          <List breaks={others} />
          {broken > breaks.length && (
            <p className="py-2 text-stone">
              And {count.format(broken - breaks.length)} others: mend these first, then check again.
            </p>
          )}
        </details>
      )}
    </div>
  )
}

const List = ({ breaks }: { breaks: Break[] }) => (
  <ul>
    {breaks.map(({ sentence, link }) => (
      <li key={sentence}>
        <Link
          to={link}
          reloadDocument={link.startsWith('/images/')}
          className="inline-flex min-h-11 items-center py-1 underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:text-rosewood pointer-fine:min-h-8"
        >
          {sentence}
        </Link>
      </li>
    ))}
  </ul>
)
