import { useState } from 'react'
import type { AuditEntry } from '#domain/audit.ts'
import { useUndo } from '../session/use-undo.ts'
import { TakeBackDialog } from '../ui/feedback/take-back-dialog.tsx'
import { button } from '../ui/form/button.ts'
import { nameOf, undoQuestionOf } from './words.ts'

/** Takes an entry back. It asks first when the entry is about many records. */
export function UndoButton({ entry }: { entry: AuditEntry }) {
  const undo = useUndo()
  const [isBusy, setIsBusy] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const question = undoQuestionOf(entry)
  const close = () => setIsAsked(false)

  async function handleUndo() {
    close()
    if (isBusy) return
    setIsBusy(true)
    await undo(entry._id)
    setIsBusy(false)
  }

  return (
    <>
      <button
        type="button"
        className={`${button.quiet} whitespace-nowrap px-4! aria-disabled:opacity-50`}
        aria-label={undoLabelOf(entry)}
        aria-disabled={isBusy}
        onClick={question && !isBusy ? () => setIsAsked(true) : handleUndo}
      >
        {isBusy ? 'Undoing…' : 'Undo'}
      </button>
      {question && <TakeBackDialog open={isAsked} onClose={close} text={question} onTakeBack={handleUndo} />}
    </>
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
