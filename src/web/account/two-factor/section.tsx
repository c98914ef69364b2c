import { useEffect, useRef, useState } from 'react'
import type { SecondFactor } from '#domain/users/two-factor.ts'
import { hasStaffRights, type User } from '#domain/users/user.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { button } from '../../ui/form/button.ts'
import { LocalDate } from '../../ui/local-time.tsx'
import { useSecondFactorQuery } from './api.ts'
import { TwoStepDialog, type TwoStepTask } from './dialog.tsx'

/** Two-step verification, for staff and admins, and for who was one and still has it on. */
export function TwoStepSection({ user }: { user: User }) {
  const { data, error, refetch } = useSecondFactorQuery({ userId: user._id })
  const [task, setTask] = useState<TwoStepTask>()
  const [codes, setCodes] = useState<string[]>()
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const isLost = wasOpen.current && !task && document.activeElement === document.body
    if (isLost) heading.current?.focus({ preventScroll: true }) // the button that had opened the dialog is no longer rendered
    wasOpen.current = task !== undefined
  }, [task])
  if (!hasStaffRights(user.role) && !data?.isOn && !codes) return null

  function forgetCodes() {
    setCodes(undefined)
    setTask(undefined)
  }

  return (
    <section aria-labelledby="two-step-title" className="mt-12 max-w-2xl">
      <h2 ref={heading} id="two-step-title" tabIndex={-1} className="mb-4 text-2xl outline-none">
        Two-step sign-in
      </h2>
      {codes ? (
        <div className="flex flex-col items-start gap-5">
          <p className="text-sm">You have not said yet that you kept your recovery codes.</p>
          <button type="button" className={button.quiet} onClick={() => setTask('keep')}>
            Show them again
          </button>
        </div>
      ) : data ? (
        <State state={data} onTask={setTask} />
      ) : error ? (
        <div role="alert" className="flex flex-col items-start gap-4">
          <p>{formErrorOf(error)}</p>
          <button type="button" className={button.quiet} onClick={refetch}>
            Try again
          </button>
        </div>
      ) : (
        <Spinner />
      )}
      <TwoStepDialog
        task={task}
        user={user}
        codes={codes}
        onCodes={setCodes}
        onSaved={forgetCodes}
        onClose={() => setTask(undefined)}
      />
    </section>
  )
}

function State({ state, onTask }: { state: SecondFactor; onTask: (task: TwoStepTask) => void }) {
  if (!state.isOn)
    return (
      <div className="flex flex-col items-start gap-5">
        <p className="text-sm text-stone leading-relaxed">
          Off. When it is on, logging in takes your password and a code that an app on your phone shows: whoever learns
          your password stays outside.
        </p>
        <button type="button" className={button.quiet} onClick={() => onTask('on')}>
          Turn on
        </button>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="text-sm text-stone leading-relaxed">
        On since {state.since && <LocalDate at={state.since} />}. Logging in takes your password and a code from your
        authenticator app, or one of your recovery codes. {leftOf(state.codesLeft)}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={button.quiet} onClick={() => onTask('codes')}>
          New recovery codes
        </button>
        <button type="button" className={button.quiet} onClick={() => onTask('off')}>
          Turn off
        </button>
      </div>
    </div>
  )
}

function leftOf(codes: number): string {
  if (codes === 0) return 'None of these is left: make new ones, or you cannot log in without the app.'
  return codes === 1 ? 'One of these is left.' : `${codes} of these are left.`
}
