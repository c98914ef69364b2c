import { isOverdue, type Proof } from '#domain/integrity.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { useProofQuery } from './api.ts'
import { verdictOn } from './check-result.tsx'

/** One line on disk space, restorability and consistency, which links to the Proof page. */
export function ProofLine() {
  const { data } = useProofQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <p className="mb-12 flex min-h-11 flex-wrap items-center gap-x-4 rounded-card border border-line bg-paper px-6 py-3 text-sm">
      <span className="min-w-0 flex-1 basis-64">{data && <Sentences proof={data} />}</span>
      <Link to="/dashboard/proof" className={textLink}>
        See the proof
      </Link>
    </p>
  )
}

function Sentences({ proof: { check, drill, archive, backupCopy, disk, clock, mail } }: { proof: Proof }) {
  const { succeededAt, failed } = drill
  const isBad = failed !== undefined || (succeededAt !== undefined && isOverdue(succeededAt, new Date()))
  return (
    <>
      {disk.state === 'full' && <span className="text-danger">The disk is full: nothing can be saved. </span>}
      {disk.state === 'low' && <span className="text-danger">The disk is almost full. </span>}
      {archive.state === 'failing' && <span className="text-danger">The archive does not take the changes. </span>}
      {backupCopy.state === 'late' && (
        <span className="text-danger">No backup of the last day is off this machine. </span>
      )}
      {clock.state !== 'trusted' && (
        <span className="text-danger">The clock is in doubt: nothing is deleted for good. </span>
      )}
      {mail.total > 0 && <span className="text-danger">Some e-mails could not be delivered. </span>}
      <span className={isBad ? 'text-danger' : undefined}>
        {succeededAt ? (
          <>
            A backup was last restored on trial <LocalTime at={succeededAt} />.
          </>
        ) : (
          'No backup has been restored on trial yet.'
        )}
        {failed && ' The last trial failed.'}
      </span>{' '}
      <span className={check.rules?.some(({ broken }) => broken > 0) ? 'text-danger' : undefined}>
        {check.rules ? verdictOn(check.rules) : 'Nothing has been checked yet.'}
      </span>
    </>
  )
}
