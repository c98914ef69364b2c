import { useState } from 'react'
import { askEveryMs, useProofQuery } from '../proof/api.ts'
import { CheckNow } from '../proof/check-now.tsx'
import { CheckResult } from '../proof/check-result.tsx'
import { DiskRoom } from '../proof/disk-room.tsx'
import { LastRuns } from '../proof/last-runs.tsx'
import { UndeliverableMail } from '../proof/undeliverable-mail.tsx'
import { DashboardPage } from '../ui/dashboard-page.tsx'

export default function AdminProof() {
  const [pollingInterval, setPollingInterval] = useState(0)
  const answer = useProofQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval })
  const isChecking = answer.data?.isChecking === true
  const interval = isChecking ? askEveryMs : 0
  if (interval !== pollingInterval) setPollingInterval(interval)
  return (
    <DashboardPage
      title="Proof"
      answer={answer}
      failure="Failed to load the proof!"
      action={answer.currentData && <CheckNow isChecking={isChecking} onBegun={answer.refetch} />}
    >
      {({ check, backup, drill, disk, mail }) => (
        <>
          <DiskRoom disk={disk} />
          <UndeliverableMail mail={mail} onQueued={answer.refetch} />
          <LastRuns backup={backup} drill={drill} />
          <CheckResult check={check} />
        </>
      )}
    </DashboardPage>
  )
}
