import { useState } from 'react'
import type { AuditEntry } from '#domain/audit.ts'
import { useUndo } from '../session/use-undo.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { excerptOf } from './excerpt.ts'
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

function UndoButton({ entry }: { entry: AuditEntry }) {
  const undo = useUndo()
  const [isBusy, setIsBusy] = useState(false)

  async function handleUndo() {
    if (isBusy) return
    setIsBusy(true)
    await undo(entry._id)
    setIsBusy(false)
  }

  return (
    <button
      type="button"
      className={`${button.quiet} whitespace-nowrap px-4! aria-disabled:opacity-50`}
      aria-label={undoLabelOf(entry)}
      aria-disabled={isBusy}
      onClick={handleUndo}
    >
      {isBusy ? 'Undoing…' : 'Undo'}
    </button>
  )
}

function undoLabelOf(entry: AuditEntry): string {
  const { record, action } = entry
  const name = nameOf(entry)
  if (record === 'message') return `Undo: take back the mark of the message of ${name}`
  if (record === 'import') return `Undo: take back the import of ${name}`
  if (record === 'bulk edit') return `Undo: bring back ${name} as they were`
  if (record === 'delivery') return `Undo: take back the delivery ${name}`
  if (action === 'count') return `Undo: take back the count of ${name}`
  if (record === 'review') return `Undo: take back ‘${action}’ of a review of ${name}`
  return `Undo: bring back ${record} ${name}`
}
