import { useState } from 'react'
import { maxLowAt, usuallyLowAt } from '#domain/stock/board.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { useSetLowAtMutation } from '../api.ts'

/** From how many free pieces on a size of this product is low. */
export function LowAtForm({ productId, lowAt }: { productId: string; lowAt: number | null }) {
  const [text, setText] = useState(String(lowAt ?? ''))
  const [error, setError] = useState('')
  const [set, { isLoading }] = useSetLowAtMutation()

  async function save() {
    const isEmpty = text.trim() === ''
    if (!isEmpty && !(/^\d+$/.test(text.trim()) && Number(text) <= maxLowAt))
      return setError(`Type a whole number from 0 to ${maxLowAt.toLocaleString('en')}, or nothing.`)
    const { error: problem } = await set({ productId, lowAt: isEmpty ? null : Number(text) })
    setError(problem ? formErrorOf(problem) : '')
    if (!problem) toast.say('The threshold is saved.')
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="w-64">
        <Field
          label="Low with so many free pieces"
          hint={`Empty means ${usuallyLowAt}, as usual.`}
          inputMode="numeric"
          maxLength={4}
          value={text}
          error={error}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <button type="submit" className={`${button.quiet} sm:mt-6.5`} disabled={isLoading}>
        Save
      </button>
    </form>
  )
}
