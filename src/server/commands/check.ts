import type { Command } from 'commander'
import { brokenIn, type Check, type RuleResult } from '#domain/proof.ts'
import { openPayments } from '../open-payments.ts'
import { checkAlone } from '../proof/keep-check.ts'
import { type Options, run } from './run.ts'

interface CheckOptions extends Options {
  all?: boolean
}

export function checkCommand(program: Command): void {
  program
    .command('check')
    .description('look whether everything in the shop is as it must be; nothing is changed')
    .option('--all', 'ask the payment provider about all payments, not only those of the last 30 days')
    .option('--json', 'answer in JSON')
    .action((options: CheckOptions) =>
      run(options, async shop => {
        const payments = await openPayments(shop.config, { ...shop, log: { warn: () => undefined } })
        try {
          const book = { ...shop, payments: payments.provider, origin: shop.config.publicOrigin }
          const check = await checkAlone(book, options.all ? { since: new Date(0) } : {})
          const broken = brokenIn(check)
          return { text: textOf(check), data: { ...check, broken }, bad: broken > 0 }
        } finally {
          await payments.close()
        }
      }),
    )
}

function textOf(check: Check): string {
  const lines = check.rules.flatMap(rule => [
    `${verdictOf(rule).padEnd(10)} ${rule.sentence}${rule.note ? ` ${rule.note}` : ''}`,
    ...(rule.unknown ? [`           ${rule.unknown}`] : []),
    ...rule.breaks.map(({ sentence, link }) => `           ${sentence} ${link}`),
    ...(rule.broken > rule.breaks.length ? [`           and ${rule.broken - rule.breaks.length} more`] : []),
  ])
  return [...lines, '', verdictOn(check)].join('\n')
}

const verdictOf = ({ broken, unknown }: RuleResult) => (broken > 0 ? `${broken} broken` : unknown ? 'not known' : 'OK')

function verdictOn(check: Check): string {
  const broken = brokenIn(check)
  if (broken > 0) return `${broken} ${broken === 1 ? 'record is' : 'records are'} not as they must be.`
  if (check.rules.some(({ unknown }) => unknown)) return 'Nothing is broken, but not everything could be asked.'
  return 'Everything is as it must be.'
}
