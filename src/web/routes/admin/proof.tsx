import { useState } from 'react'
import { pollIntervalMs, useProofQuery } from '../../integrity/api.ts'
import { CheckNow } from '../../integrity/check-now.tsx'
import { CheckResult } from '../../integrity/check-result.tsx'
import { ClockDoubt } from '../../integrity/clock-doubt.tsx'
import { DiskRoom } from '../../integrity/disk-room.tsx'
import { LastRuns } from '../../integrity/last-runs.tsx'
import { OffThisMachine } from '../../integrity/off-this-machine.tsx'
import { UndeliverableMail } from '../../integrity/undeliverable-mail.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'

export default function AdminProof() {
  const [pollingInterval, setPollingInterval] = useState(0)
  const answer = useProofQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval })
  const isChecking = answer.data?.isChecking === true
  const interval = isChecking ? pollIntervalMs : 0
  if (interval !== pollingInterval) setPollingInterval(interval)
  return (
    <DashboardPage
      title="Proof"
      answer={answer}
      failure="Failed to load the proof!"
      action={answer.currentData && <CheckNow isChecking={isChecking} onBegun={answer.refetch} />}
    >
      {({ check, backup, drill, archive, backupCopy, scrub, disk, clock, mail }) => (
        <>
          <DiskRoom disk={disk} />
          <ClockDoubt clock={clock} />
          <UndeliverableMail mail={mail} onQueued={answer.refetch} />
          <LastRuns backup={backup} drill={drill} />
          <OffThisMachine archive={archive} backupCopy={backupCopy} scrub={scrub} />
          <CheckResult check={check} />
        </>
      )}
    </DashboardPage>
  )
}
