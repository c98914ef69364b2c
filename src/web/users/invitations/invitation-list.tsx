import { useId } from 'react'
import type { Invitation } from '#domain/users/invitation.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { Email } from '../../ui/email.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { rowAction } from '../../ui/list/table.tsx'
import { LocalDate } from '../../ui/local-time.tsx'
import { useListInvitationsQuery, useResendInvitationMutation, useWithdrawInvitationMutation } from './api.ts'

/** The invitations that nobody has accepted yet; nothing when there are none. */
export function InvitationList() {
  const id = useId()
  const { data: invitations = [], error } = useListInvitationsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (error)
    return (
      <p role="alert" className="mb-6 text-danger text-sm">
        The invitations could not be loaded. {formErrorOf(error)}
      </p>
    )
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-10">
      <h2 id={id} className="mb-3 text-2xl">
        Invited
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper px-5">
        {invitations.map(invitation => (
          <Row key={invitation._id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { _id, email, role } = invitation
  const [resend, resending] = useResendInvitationMutation()
  const [withdraw, withdrawing] = useWithdrawInvitationMutation()
  const isBusy = resending.isLoading || withdrawing.isLoading

  async function run(action: typeof resend | typeof withdraw) {
    if (isBusy) return
    const { data, error } = await action(_id)
    if (error) toast.alert(formErrorOf(error))
    else toast.say(data)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm">
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <Email>{email}</Email>, {role === 'admin' ? 'as an admin' : 'as staff'}
        </p>
        <State invitation={invitation} />
      </div>
      <div className="-mx-2 flex flex-wrap">
        <button
          type="button"
          className={rowAction}
          aria-label={`Send again to ${email}`}
          aria-disabled={isBusy}
          onClick={() => run(resend)}
        >
          Send again
        </button>
        <button
          type="button"
          className={`${rowAction} text-danger`}
          aria-label={`Withdraw the invitation of ${email}`}
          aria-disabled={isBusy}
          onClick={() => run(withdraw)}
        >
          Withdraw
        </button>
      </div>
    </li>
  )
}

function State({ invitation: { invitedBy, expiresAt, isExpired, mail, mailFailure } }: { invitation: Invitation }) {
  if (mail === 'failed')
    return <p className="text-danger text-xs [overflow-wrap:anywhere]">The e-mail was not delivered. {mailFailure}</p>
  if (isExpired) return <p className="text-danger text-xs">It has expired: send it again, or withdraw it.</p>
  return (
    <p className="text-stone text-xs [overflow-wrap:anywhere]">
      By {invitedBy}, until <LocalDate at={expiresAt} />
      {mail === 'waiting' && '. The e-mail waits to be sent.'}
    </p>
  )
}
