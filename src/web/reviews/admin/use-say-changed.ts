import type { ReviewChanged } from '#domain/products/managed-review.ts'
import { useUndo } from '../../session/use-undo.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Shows a toast for a change to a review, which offers to undo it if anything has changed. */
export function useSayChanged() {
  const undo = useUndo()
  return (text: string, { auditId }: ReviewChanged) =>
    toast.say(text, auditId === null ? undefined : { label: 'Undo', run: () => undo(auditId) })
}
