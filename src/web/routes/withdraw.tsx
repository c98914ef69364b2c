import { data, useSearchParams } from 'react-router'
import { type WithdrawalStep, withdrawalLimits } from '#domain/withdrawals/withdrawal.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ConfirmWithdrawal } from '../withdrawals/confirm-withdrawal.tsx'
import { postedStepContext } from '../withdrawals/posted-step.ts'
import { WithdrawalForm } from '../withdrawals/withdrawal-form.tsx'
import { WithdrawalReceived } from '../withdrawals/withdrawal-received.tsx'
import type { Route } from './+types/withdraw'

export function loader({ context }: Route.LoaderArgs) {
  const posted = context.get(postedStepContext)
  return data(posted, { status: statusOf(posted), headers: { 'Cache-Control': 'no-store' } })
}

function statusOf(posted: WithdrawalStep | undefined): number {
  if (posted?.step === 'form') return Object.keys(posted.errors).length > 0 ? 400 : 200
  return posted?.step === 'confirm' && posted.error ? posted.error.status : 200
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const clientLoader = () => undefined

/** Withdrawing from a contract: form, question and receipt, each a page of the server's, with scripts or without. */
export default function Withdraw({ loaderData: posted }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const contract = (search.get('order') ?? '').slice(0, withdrawalLimits.contract)
  return (
    <div className="container-page max-w-2xl py-10 md:py-16">
      <PageTitle>{titleOf(posted)}</PageTitle>
      {posted?.step === 'receipt' ? (
        <WithdrawalReceived receipt={posted.receipt} />
      ) : posted?.step === 'confirm' ? (
        <ConfirmWithdrawal {...posted} />
      ) : (
        <WithdrawalForm
          key={contract}
          texts={posted?.texts ?? { name: '', contract, email: '', scope: 'whole', pieces: '' }}
          errors={posted?.errors ?? {}}
        />
      )}
    </div>
  )
}

function titleOf(posted: WithdrawalStep | undefined): string {
  if (posted?.step === 'receipt') return 'Withdrawal received'
  if (posted?.step === 'confirm') return 'Confirm your withdrawal'
  return Object.keys(posted?.errors ?? {}).length > 0 ? 'Something is missing: withdraw' : 'Withdraw from contract'
}
