import type { Command } from 'commander'
import { brokenIn, type Check, type RuleResult } from '#domain/integrity.ts'
import { checkAlone } from '../../integrity/run-check.ts'
import { openPayments } from '../../payments/open-payments.ts'
import { type Options, run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

interface CheckOptions extends Options {
  all?: boolean
}

export function checkCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('look whether everything in the shop is as it must be; nothing is changed')
    .option('--all', 'ask the payment provider about all payments, not only those of the last 30 days')
    .option('--json', 'answer in JSON')
    .action((options: CheckOptions) =>
      run(terminal, options, async shop => {
        const payments = await openPayments(shop.config, { ...shop, log: { warn: () => undefined } })
        try {
          const book = { ...shop, payments: payments.provider, origin: shop.config.publicOrigin }
          const check = await checkAlone(book, options.all ? { since: new Date(0) } : {})
          const broken = brokenIn(check)
          return { text: textOf(check, shop.config.publicOrigin), data: { ...check, broken }, bad: broken > 0 }
        } finally {
          await payments.close()
        }
      }),
    )
}

const shownBreaks = 10

function textOf(check: Check, origin: string): string {
  const lines = check.rules.flatMap(rule => [
    [verdictOf(rule).padEnd(10), rule.sentence, ...countOf(rule), ...(rule.note ? [rule.note] : [])].join(' '),
    ...(rule.unknown ? [`           ${rule.unknown}`] : []),
    ...rule.breaks.slice(0, shownBreaks).map(({ sentence, link }) => `           ${sentence} ${origin}${link}`),
    ...(rule.broken > shownBreaks ? [`           and ${rule.broken - shownBreaks} more`] : []),
  ])
  return [...lines, '', verdictOn(check)].join('\n')
}

const countOf = ({ unknown, checked }: RuleResult) => (unknown ? [] : [`${checked} checked.`])
const verdictOf = ({ broken, unknown }: RuleResult) => (broken > 0 ? `${broken} broken` : unknown ? 'not known' : 'OK')

function verdictOn(check: Check): string {
  const broken = brokenIn(check)
  if (broken === 1) return '1 record is not as it must be.'
  if (broken > 1) return `${broken} records are not as they must be.`
  if (check.rules.some(({ unknown }) => unknown)) return 'Nothing is broken, but not everything could be asked.'
  return 'Everything is as it must be.'
}
