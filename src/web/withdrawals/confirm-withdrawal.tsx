import { statementOf, type WithdrawalStep } from '#domain/withdrawals/withdrawal.ts'
import { button } from '../ui/form/button.ts'
import { StatementList } from './statement-list.tsx'

/** The second step repeats what was typed. The id travels in the form, so that sent twice it is one withdrawal. */
export function ConfirmWithdrawal({ texts, id, error }: Extract<WithdrawalStep, { step: 'confirm' }>) {
  return (
    <>
      <h1 className="text-4xl md:text-5xl">Is this right?</h1>
      <p className="mt-4 text-stone leading-relaxed">Nothing is sent yet. With the button below you withdraw.</p>
      <StatementList statement={statementOf(texts)} />
      {error && (
        <p role="alert" className="mt-6 border-danger border-l-2 pl-3 text-danger text-sm">
          {error.message}
        </p>
      )}
      <form method="post" action="/withdraw" className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
        {Object.entries({ ...texts, id }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" name="step" value="confirm" className={button.primary}>
          Confirm withdrawal
        </button>
        <button type="submit" name="step" value="change" className={button.quiet}>
          Back to change it
        </button>
      </form>
    </>
  )
}
