import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { maxMessageLength, type ReturnPage, type ReturnRequest } from '#domain/returns/return.ts'
import type { Viewer } from '../orders/api.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { Optional } from '../ui/form/optional.tsx'
import { useAskReturnMutation } from './api.ts'
import { keyOf, type PieceChoice, PieceField } from './piece-field.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** The days of a return are those of UTC, and `until` is the first moment after the last one. */
const lastDayOf = (until: string) => day.format(+new Date(until) - 1)

interface ReturnFormProps {
  page: ReturnPage
  viewer: { orderId: string } & Viewer
}

/** What comes back, why, and what instead. */
export function ReturnForm({ page: { pieces, until }, viewer }: ReturnFormProps) {
  const [choices, setChoices] = useState<Record<string, PieceChoice>>({})
  const [error, setError] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [ask, { isLoading }] = useAskReturnMutation()
  const sent = useRef({ id: v4(), text: '' })
  const left = pieces.filter(piece => piece.left > 0)
  if (left.length === 0)
    return (
      <p className="mt-10 border-line border-t pt-8">All pieces of this order have come back, or are on their way.</p>
    )

  const chosen = left.flatMap(piece => {
    const choice = choices[keyOf(piece)]
    return choice ? [{ piece, choice }] : []
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    setWasSent(true)
    if (chosen.length === 0) return setError('Choose what you send back.')
    if (chosen.some(({ choice }) => choice.reason === '')) return setError('Say of each piece why it comes back.')
    if (chosen.some(({ choice }) => choice.swap === undefined))
      return setError('Say of each piece whether you want another size or your money.')
    const lines = chosen.map(({ piece: { position, variantId }, choice: { quantity, reason, swap } }) => ({
      ...{ position, quantity, ...(variantId && { variantId }) },
      reason: reason as ReturnRequest['lines'][number]['reason'],
      ...(swap && { swap }),
    }))
    const message = String(new FormData(event.currentTarget).get('message')).trim()
    const text = JSON.stringify([lines, message])
    if (text !== sent.current.text) sent.current = { id: v4(), text }
    setError('')
    const { error: problem } = await ask({ ...viewer, asked: { id: sent.current.id, lines, message } })
    if (problem) {
      console.info('The return was not asked for', problem)
      return setError(formErrorOf(problem))
    }
    sent.current = { id: v4(), text: '' }
    setChoices({})
    setWasSent(false)
    toast.say('We expect your parcel. An e-mail says how to send it.')
    document.getElementById('main')?.focus()
    scrollTo({ top: 0 })
  }

  return (
    <form onSubmit={submit} noValidate className="mt-10 flex flex-col gap-6 border-line border-t pt-8">
      <h2 className="text-2xl">What comes back?</h2>
      {until && <p className="text-sm text-stone">You can ask until the end of {lastDayOf(until)}.</p>}
      <ul className="flex flex-col gap-4">
        {left.map(piece => (
          <li key={keyOf(piece)} className="rounded-card border border-line bg-paper p-4 sm:p-5">
            <PieceField
              piece={piece}
              choice={choices[keyOf(piece)]}
              hasToSayWhy={wasSent}
              onChange={choice => {
                setError('')
                setChoices(({ [keyOf(piece)]: _, ...others }) =>
                  choice ? { ...others, [keyOf(piece)]: choice } : others,
                )
              }}
            />
          </li>
        ))}
      </ul>
      <Field
        as="textarea"
        label={<Optional>Anything we should know</Optional>}
        name="message"
        rows={3}
        maxLength={maxMessageLength}
      />
      {error !== '' && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <p>
        <button type="submit" className={button.primary} aria-disabled={isLoading}>
          {isLoading
            ? 'Sending…'
            : chosen.some(({ choice }) => choice.swap)
              ? 'Send it back, and swap'
              : 'Send it back'}
        </button>
      </p>
    </form>
  )
}
