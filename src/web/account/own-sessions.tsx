import { Laptop, Smartphone } from 'lucide'
import { unknownSystem } from '#domain/users/device.ts'
import type { OwnSession } from '#domain/users/own-session.ts'
import type { User } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from './own-data-api.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

const titleId = 'sessions-title'
/** The row takes the button that was pressed with it. */
const focusTitle = () => document.getElementById(titleId)?.focus()

/** Lists the browsers in which the user is signed in, and ends those sessions. */
export function OwnSessions({ user }: { user: User }) {
  const { data: sessions, isError, isFetching, refetch } = useListSessionsQuery({ userId: user._id })
  return (
    <section aria-labelledby={titleId} className="mt-12">
      <h2 id={titleId} tabIndex={-1} className="mb-2 text-2xl">
        Where you are signed in
      </h2>
      <p className="mb-6 max-w-prose text-sm text-stone leading-relaxed">
        If you do not know one of these, sign it out and change your password.
      </p>
      {sessions ? (
        <SessionList sessions={sessions} />
      ) : isError && !isFetching ? (
        <div role="alert" className="text-sm">
          <p>We could not find out where you are signed in.</p>
          <button type="button" className={textLink} onClick={refetch}>
            Try again
          </button>
        </div>
      ) : (
        <Spinner />
      )}
    </section>
  )
}

function SessionList({ sessions }: { sessions: OwnSession[] }) {
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation()
  const others = sessions.filter(({ isThis }) => !isThis).length

  async function signOutOthers() {
    if (isLoading) return
    const { error } = await endOthers()
    if (error) return toast.alert(`The others were not signed out. ${formErrorOf(error)}`)
    toast.say('All others are signed out.')
    focusTitle()
  }

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper px-5 sm:px-6">
        {sessions.map(session => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        {others > 0 && (
          <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={signOutOthers}>
            {isLoading ? 'Signing out…' : 'Sign out all others'}
          </button>
        )}
        <SignOutEverywhere />
      </div>
    </>
  )
}

const handheld = ['iPhone', 'iPad', 'Android']

function SessionRow({ session: { _id, browser, system, startedAt, lastSeenAt, isThis } }: { session: OwnSession }) {
  const [endSession, { isLoading, isSuccess }] = useEndSessionMutation()
  const isBusy = isLoading || isSuccess // until the list has loaded without this row
  const name = system === unknownSystem ? browser : `${browser} on ${system}`

  async function signOut() {
    if (isBusy) return
    const { error } = await endSession(_id)
    if (!error) {
      toast.say(`${name} is signed out.`)
      return focusTitle()
    }
    const { status } = error as { status?: unknown }
    toast.alert(status === 404 ? `${name} was signed out before.` : `${name} was not signed out. ${formErrorOf(error)}`)
  }

  return (
    <li className="grid grid-cols-[1.25rem_1fr] gap-x-4 gap-y-1 py-4 sm:grid-cols-[1.25rem_1fr_auto] sm:items-center">
      <Icon of={handheld.includes(system) ? Smartphone : Laptop} className="mt-0.5 size-5 text-stone" />
      <div className="min-w-0">
        <p>{name}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-stone">
          <span>
            Since <LocalTime at={startedAt} />
          </span>
          {!isThis && (
            <span>
              Last seen <LocalTime at={lastSeenAt} />
            </span>
          )}
        </p>
      </div>
      {isThis ? (
        <p className="col-start-2 text-sage text-sm sm:col-start-3">This browser</p>
      ) : (
        <button
          type="button"
          className={`${textLink} col-start-2 justify-self-start sm:col-start-3`}
          aria-label={`Sign out ${name}`}
          aria-disabled={isBusy}
          onClick={signOut}
        >
          {isBusy ? 'Signing out…' : 'Sign out'}
        </button>
      )}
    </li>
  )
}
