import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { type ContactMessage, contactLimits } from '#domain/contact.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { useAnswerMessageMutation } from './api.ts'

interface AnswerFormProps {
  message: ContactMessage
  /** Whether there is something to lose. */
  onTyped: (isTyped: boolean) => void
  onClose: () => void
}

/** Answers a message by an e-mail. The same text sent again, after an error, is the same answer. */
export function AnswerForm({ message: { _id, email, doneAt }, onTyped, onClose }: AnswerFormProps) {
  const [answer, { isLoading }] = useAnswerMessageMutation()
  const [error, setError] = useState('')
  const sent = useRef({ id: v4(), text: '' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const fields = new FormData(event.currentTarget)
    const text = String(fields.get('text')).trim()
    if (text === '') return setError('Write an answer first.')
    if (text !== sent.current.text) sent.current = { id: v4(), text }
    setError('')
    const { error: problem } = await answer({ ...sent.current, message: _id, done: fields.has('done') })
    if (problem) {
      console.info('The answer was not sent', problem)
      return setError(`The answer was not sent. ${formErrorOf(problem)}`)
    }
    toast.say(`The answer is on its way to ${email}.`)
    onClose()
  }

  return (
    <form onSubmit={submit} noValidate className="mt-4 flex max-w-prose flex-col gap-3">
      <Field
        as="textarea"
        label="Your answer"
        name="text"
        rows={6}
        maxLength={contactLimits.message}
        hint={`An e-mail to ${email}, with the message below it. They reply to the address of the shop.`}
        error={error}
        onChange={({ currentTarget }) => onTyped(currentTarget.value.trim() !== '')}
      />
      {!doneAt && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="done" defaultChecked className="size-5 accent-rosewood" />
          Mark the message as done
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={button.primary} aria-disabled={isLoading}>
          {isLoading ? 'Sending…' : 'Send the answer'}
        </button>
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
