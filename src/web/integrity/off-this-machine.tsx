import { type ReactNode, useId } from 'react'
import type { Proof } from '#domain/integrity.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { Warning } from './warning.tsx'

/** What would be left if this machine were lost: the continuous archive and the backups elsewhere; and whether all can be read. */
export const OffThisMachine = ({ archive, backupCopy, scrub }: Pick<Proof, 'archive' | 'backupCopy' | 'scrub'>) => (
  <div className="mb-12 grid gap-4 xl:grid-cols-2">
    <Card title="Continuous archive">
      {archive.state === 'off' ? (
        <p className="mt-2 max-w-prose">
          Changes are archived once a night, with the backup. ARCHIVE_KEY and ARCHIVE_BUCKET archive them within
          seconds.
        </p>
      ) : (
        <>
          <LastTime at={archive.shippedAt} none="Nothing has arrived yet" />
          <p>
            {archive.copiedAt ? (
              <>
                The last copy of the whole database is of <LocalTime at={archive.copiedAt} />.
              </>
            ) : (
              'The first copy of the whole database is not made yet.'
            )}
          </p>
          {archive.failing && (
            <Warning>
              Nothing has arrived since <LocalTime at={archive.failing.since} />: {archive.failing.why}.{' '}
              {waitingOf(archive)}
            </Warning>
          )}
          {archive.state === 'late' && (
            <Warning>Changes are late, or the copy of the database is old. {waitingOf(archive)}</Warning>
          )}
        </>
      )}
    </Card>
    <Card title="Last copy off this machine">
      {backupCopy.state === 'off' ? (
        <p className="mt-2 max-w-prose">
          Backups are on this machine only and would be lost with it. ARCHIVE_KEY and ARCHIVE_BUCKET copy each of them
          into a bucket.
        </p>
      ) : (
        <>
          <LastTime at={backupCopy.at} none="None yet" />
          {backupCopy.places && (
            <p className="text-stone [overflow-wrap:anywhere]">
              {backupCopy.file} in {backupCopy.places.join(' and ')}
            </p>
          )}
          {backupCopy.state === 'late' && <Warning>There is none of the last 25 hours.</Warning>}
          {backupCopy.why && <Warning>The newest backup was not copied: {backupCopy.why}.</Warning>}
        </>
      )}
    </Card>
    <Card title="Last full reading">
      {scrub.succeededAt ? (
        <>
          <LastTime at={scrub.succeededAt} none="" />
          <p>
            {count.format(scrub.relations ?? 0)} tables and indexes, {count.format(scrub.files ?? 0)} files of the
            archive and {count.format(scrub.pictures ?? 0)} pictures beside their copies: all whole.
          </p>
        </>
      ) : (
        <p className="mt-2 max-w-prose">
          Once a month every page of the database and every file of the archive is read, so that damage is found while
          there is a good copy.
        </p>
      )}
      {scrub.failed && (
        <Warning>
          The one of <LocalTime at={scrub.failed.at} /> failed: {scrub.failed.why}
        </Warning>
      )}
    </Card>
  </div>
)

const count = new Intl.NumberFormat('en-US')

function waitingOf({ waiting = 0 }: Proof['archive']): string {
  if (waiting === 0) return 'Nothing waits on this machine.'
  return `${waiting} ${waiting === 1 ? 'file waits' : 'files wait'} on this machine.`
}

const LastTime = ({ at, none }: { at: string | undefined; none: string }) => (
  <p className="mt-2 mb-3 font-display text-2xl tabular-nums">{at ? <LocalTime at={at} /> : none}</p>
)

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 text-sm sm:p-6">
      <h2 id={id} className="text-stone">
        {title}
      </h2>
      {children}
    </section>
  )
}
