import { useId, useState } from 'react'
import type { SecondFactorKey } from '#domain/users/two-factor.ts'
import type { User } from '#domain/users/user.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { SaveRecoveryCodes } from '../save-recovery-codes.tsx'
import { useRenewRecoveryCodesMutation, useTurnOffSecondFactorMutation } from './api.ts'
import { BeginTwoStep } from './begin.tsx'
import { TwoStepProof } from './proof.tsx'
import { ScanKey } from './scan.tsx'

/** Turn it on, create new recovery codes, turn it off, or show recovery codes that the user has not saved yet. */
export type TwoStepTask = 'on' | 'codes' | 'off' | 'keep'

interface TwoStepDialogProps {
  /** The dialog is closed when undefined. */
  task: TwoStepTask | undefined
  user: User
  /** Recovery codes that were just created: the dialog shows them whatever the task was. */
  codes: string[] | undefined
  onCodes: (codes: string[]) => void
  onSaved: () => void
  onClose: () => void
}

export function TwoStepDialog({ task, codes, onClose, ...rest }: TwoStepDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={task !== undefined}
      onClose={onClose}
      labelledBy={id}
      isForm
      className="m-auto w-[min(30rem,calc(100vw-min(2rem,8.5vw)))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="p-[min(1.5rem,6.2vw)] sm:p-8">
        {task && <Steps id={id} task={task} codes={codes} onClose={onClose} {...rest} />}
      </div>
    </Dialog>
  )
}

type StepsProps = TwoStepDialogProps & { id: string; task: TwoStepTask }

/** Each step has a heading of its own, which takes the focus when the step begins. */
function toHeading(heading: HTMLElement | null) {
  if (heading?.closest('dialog')?.open) heading.focus()
}

function Steps({ id, task, user, codes, onCodes, onSaved, onClose }: StepsProps) {
  const [key, setKey] = useState<SecondFactorKey>()
  const [renew] = useRenewRecoveryCodesMutation()
  const [turnOff] = useTurnOffSecondFactorMutation()
  const { email } = user
  const step = codes ? 'keep' : key && task === 'on' ? 'scan' : task
  return (
    <>
      <h2 key={step} ref={toHeading} id={id} tabIndex={-1} className="mb-5 text-2xl outline-none">
        {titles[step]}
      </h2>
      {codes ? (
        <SaveRecoveryCodes codes={codes} news={news[task]} onSaved={onSaved} />
      ) : key && task === 'on' ? (
        <ScanKey secondFactor={key} onCodes={onCodes} onCancel={onClose} />
      ) : task === 'on' ? (
        <BeginTwoStep email={email} onKey={setKey} onCancel={onClose} />
      ) : task === 'off' ? (
        <TwoStepProof
          email={email}
          action="Turn off"
          progress="Turning off…"
          takesRecoveryCode
          onCancel={onClose}
          send={async proof => {
            const { error } = await turnOff(proof)
            if (error) return error
            toast.say('Two-step sign-in is off.')
            onClose()
          }}
        />
      ) : (
        <TwoStepProof
          email={email}
          action="Make new codes"
          progress="Making…"
          onCancel={onClose}
          send={async proof => {
            const { data, error } = await renew(proof)
            if (data) onCodes(data)
            return error
          }}
        />
      )}
    </>
  )
}

const titles: Record<TwoStepTask | 'scan', string> = {
  on: 'Turn on two-step sign-in',
  scan: 'Connect your app',
  codes: 'New recovery codes',
  off: 'Turn off two-step sign-in',
  keep: 'Keep your recovery codes',
}

const news: Record<TwoStepTask, string> = {
  on: 'Two-step sign-in is on, and you are logged out everywhere else.',
  codes: 'The codes that you had before are of no use any more.',
  off: '',
  keep: '',
}
