import type { Proof } from '#domain/integrity.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { ProofCard } from './proof-card.tsx'
import { Warning } from './warning.tsx'

const count = new Intl.NumberFormat('en-US')

/** What would be left if this machine were lost: the continuous archive and the backups elsewhere; and whether all can be read. */
export const OffThisMachine = ({ archive, backupCopy, scrub }: Pick<Proof, 'archive' | 'backupCopy' | 'scrub'>) => (
  <div className="mb-12 grid gap-4 xl:grid-cols-2">
    <ProofCard
      title="Continuous archive"
      at={archive.shippedAt}
      none={
        archive.state === 'off' ? (
          'Changes are archived once a night, with the backup. ARCHIVE_KEY and ARCHIVE_BUCKET archive them within seconds.'
        ) : (
          <>
            Nothing has arrived yet. <ArchiveTrouble archive={archive} />
          </>
        )
      }
    >
      <p>
        {archive.copiedAt ? (
          <>
            The last copy of the whole database is of <LocalTime at={archive.copiedAt} />.
          </>
        ) : (
          'The first copy of the whole database is not made yet.'
        )}
      </p>
      <ArchiveTrouble archive={archive} />
    </ProofCard>
    <ProofCard
      title="Last copy off this machine"
      at={backupCopy.at}
      none={
        backupCopy.state === 'off'
          ? 'Backups are on this machine only and would be lost with it. ARCHIVE_KEY and ARCHIVE_BUCKET copy each of them into a bucket.'
          : `There is none yet. ${whyOf(backupCopy)}`
      }
    >
      <p className="text-stone [overflow-wrap:anywhere]">
        {backupCopy.file} in {backupCopy.places?.join(' and ')}
      </p>
      {backupCopy.state === 'late' && <Warning>There is none of the last 25 hours. {whyOf(backupCopy)}</Warning>}
      {backupCopy.state === 'ok' && backupCopy.why && <Warning>{whyOf(backupCopy)}</Warning>}
    </ProofCard>
    <ProofCard
      title="Last full reading"
      at={scrub.succeededAt}
      none="Once a month every page of the database and every file of the archive is read, so that damage is found while there is a good copy."
      failed={scrub.failed}
    >
      <p>
        {count.format(scrub.relations ?? 0)} tables and indexes, {count.format(scrub.files ?? 0)} files of the archive
        and {count.format(scrub.pictures ?? 0)} pictures beside their copies: all whole.
      </p>
    </ProofCard>
  </div>
)

function ArchiveTrouble({ archive }: Pick<Proof, 'archive'>) {
  const { state, failing, waiting = 0 } = archive
  const left =
    waiting === 0
      ? 'Nothing waits on this machine.'
      : `${waiting} ${waiting === 1 ? 'file waits' : 'files wait'} on this machine.`
  if (failing)
    return (
      <Warning>
        Nothing has arrived since <LocalTime at={failing.since} />: {failing.why}. {left}
      </Warning>
    )
  return state === 'late' ? <Warning>Changes are late, or the copy of the database is old. {left}</Warning> : null
}

const whyOf = ({ why }: Proof['backupCopy']) => (why ? `The newest backup was not copied: ${why}.` : '')
