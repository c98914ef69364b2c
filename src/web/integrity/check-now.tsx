import { useState } from 'react'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useCheckNowMutation } from './api.ts'

/** Starts a check of the whole shop, unless one is running. */
export function CheckNow({ isChecking, onBegun }: { isChecking: boolean; onBegun: () => Promise<unknown> }) {
  const [begin] = useCheckNowMutation()
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = isChecking || isAsking

  async function handleClick() {
    if (isBusy) return
    setIsAsking(true)
    const { error } = await begin()
    if (error) toast.alert(formErrorOf(error))
    await onBegun()
    setIsAsking(false)
  }

  return (
    <button
      type="button"
      className={`${button.primary} aria-disabled:opacity-50`}
      aria-disabled={isBusy}
      onClick={handleClick}
    >
      {isBusy ? 'Checking…' : 'Check now'}
    </button>
  )
}
