import type { AuditEntry } from '#domain/audit.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { excerptOf } from './excerpt.ts'
import { UndoButton } from './undo-button.tsx'
import { actionInWords, actorOf, addressOf, changedFields, nameOf, wordsOf } from './words.ts'

/** Each entry shows the fields before and after. */
export const AuditList = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ol className="flex flex-col gap-4">
    {entries.map(entry => (
      <li key={entry._id} className="rounded-card border border-line bg-paper p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-sm leading-relaxed">
              <span className="font-medium">{actorOf(entry)}</span> {actionInWords(entry.action)} {wordsOf(entry)}{' '}
              <RecordName entry={entry} />
            </p>
            <p className="text-stone text-xs tabular-nums">
              <LocalTime at={entry.at} />
            </p>
          </div>
          {entry.canUndo && <UndoButton entry={entry} />}
        </div>
        <Changes entry={entry} />
      </li>
    ))}
  </ol>
)

function RecordName({ entry }: { entry: AuditEntry }) {
  const address = addressOf(entry)
  const name = nameOf(entry)
  if (!address) return <strong className="font-medium">{name}</strong>
  return (
    <Link
      to={address}
      className="inline-flex min-h-11 items-center font-medium pointer-fine:min-h-0 underline underline-offset-4 hover:text-rosewood"
    >
      {name}
    </Link>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry)
  if (fields.length === 0) return null
  const cell = 'py-1.5 pr-4 text-left align-top [overflow-wrap:anywhere] whitespace-pre-wrap'
  return (
    <table className="mt-4 w-full max-w-2xl table-fixed border-line border-t text-sm tabular-nums">
      <caption className="sr-only">Changed fields</caption>
      <thead>
        <tr className="text-stone text-xs">
          <th scope="col" className={`${cell} w-24 font-medium sm:w-[28%]`}>
            Field
          </th>
          {entry.before && (
            <th scope="col" className={`${cell} font-medium`}>
              Before
            </th>
          )}
          {entry.after && (
            <th scope="col" className={`${cell} font-medium`}>
              After
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className={`${cell} font-normal text-stone first-letter:uppercase`}>
              {name}
            </th>
            {entry.before && (
              <td className={cell}>
                <LongText text={before} other={after} />
              </td>
            )}
            {entry.after && (
              <td className={cell}>
                <LongText text={after} other={before} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LongTextProps {
  text: string
  /** What it was changed from or into. */
  other: string
}

function LongText({ text, other }: LongTextProps) {
  const { skipped, shown, rest } = excerptOf(text, other)
  if (!skipped && !rest) return shown
  return (
    <>
      {skipped && '…'}
      {shown}
      {rest && '…'}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4 pointer-fine:min-h-0">
          {skipped ? 'The whole text' : 'The rest'}
        </summary>
        {skipped ? text : rest}
      </details>
    </>
  )
}
