import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { maxNoteLength } from '#domain/orders/packing.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { useAddNoteMutation } from './api.ts'

interface NoteFormProps {
  /** The order's `_id`. */
  order: string
  onSaved?: () => void
  onCancel?: () => void
}

/** Writes a note about an order. The same text sent again, after an error, is the same note. */
export function NoteForm({ order, onSaved, onCancel }: NoteFormProps) {
  const [add, { isLoading }] = useAddNoteMutation()
  const [error, setError] = useState('')
  const [isTyped, setIsTyped] = useState(false)
  const sent = useRef({ id: v4(), text: '' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const form = event.currentTarget
    const text = String(new FormData(form).get('text')).trim()
    if (text === '') return setError('Write a note first.')
    if (text !== sent.current.text) sent.current = { id: v4(), text }
    setError('')
    const { error: problem } = await add({ order, ...sent.current })
    if (problem) {
      console.info('The note was not saved', problem)
      return setError(`The note was not saved. ${formErrorOf(problem)}`)
    }
    sent.current = { id: v4(), text: '' }
    form.reset()
    setIsTyped(false)
    toast.say('Note saved')
    onSaved?.()
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field
        as="textarea"
        label="Note"
        name="text"
        rows={3}
        maxLength={maxNoteLength}
        hint="For the shop only. The customer never sees it."
        error={error}
        onChange={({ currentTarget }) => setIsTyped(currentTarget.value.trim() !== '')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <button type="button" className={button.quiet} onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" className={button.primary} aria-disabled={isLoading}>
          {isLoading ? 'Saving…' : 'Save note'}
        </button>
      </div>
      <LeaveGuard isUnsaved={isTyped} />
    </form>
  )
}
