import type { ReactNode } from 'react'
import { isOverdue, type Proof } from '#domain/integrity.ts'
import { ProofCard } from './proof-card.tsx'
import { Warning } from './warning.tsx'

const count = new Intl.NumberFormat('en-US')
const megabytes = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

/** The last backup, and the last backup that a drill has restored. */
export const LastRuns = ({ backup, drill }: Pick<Proof, 'backup' | 'drill'>) => (
  <div className="mb-4 grid gap-4 xl:grid-cols-2">
    <LastRun
      title="Last backup"
      run={backup}
      none={
        <>
          There is no backup on this machine yet. The shop makes one every night; <Typed>npm run shop -- backup</Typed>,
          on a server <Typed>deploy/shop backup</Typed>, makes one now.
        </>
      }
    >
      <p>
        {count.format(backup.rows ?? 0)} rows and {count.format(backup.images ?? 0)} picture files in{' '}
        {megabytes.format((backup.bytes ?? 0) / 1e6)}.
      </p>
      <p className="text-stone [overflow-wrap:anywhere]">{backup.file}</p>
      {backup.missingImages !== undefined && backup.missingImages > 0 && (
        <Warning>
          {count.format(backup.missingImages)} picture files were missing in the shop, and are missing in it.
        </Warning>
      )}
    </LastRun>
    <LastRun
      title="Last restore drill"
      run={drill}
      none="No backup has been tried yet. After each one the shop restores it into a database of its own and compares."
    >
      <p>
        Everything came back: {count.format(drill.tables ?? 0)} tables with {count.format(drill.rows ?? 0)} rows.
      </p>
      <p className="text-stone [overflow-wrap:anywhere]">
        {drill.file}
        {drill.from && `, brought back from ${drill.from}`}
      </p>
      {drill.broken !== undefined && drill.broken > 0 && (
        <Warning>
          In it, as in the shop at that moment, {count.format(drill.broken)} {drill.broken === 1 ? 'record' : 'records'}{' '}
          broke a rule.
        </Warning>
      )}
    </LastRun>
  </div>
)

const Typed = ({ children }: { children: string }) => (
  <code className="rounded-control border border-line bg-ivory px-1.5 py-0.5 font-mono text-[0.85em]">{children}</code>
)

interface LastRunProps {
  title: string
  run: Pick<Proof['backup'], 'succeededAt' | 'failed'>
  /** Shown before the first run. */
  none: ReactNode
  children: ReactNode
}

const LastRun = ({ title, run: { succeededAt, failed }, none, children }: LastRunProps) => (
  <ProofCard title={title} at={succeededAt} none={none} failed={failed}>
    {children}
    {succeededAt && isOverdue(succeededAt, new Date()) && (
      <Warning>This is more than two days ago. The shop does it at night, or within ten minutes of a start.</Warning>
    )}
  </ProofCard>
)
