import type { ManagedReview } from '#domain/products/managed-review.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { rowAction } from '../../ui/list/table.tsx'
import { useHideReviewMutation, useRemoveAnswerMutation } from './api.ts'
import { useSayChanged } from './use-say-changed.ts'

interface ReviewActionsProps {
  review: ManagedReview
  onAnswer: () => void
}

/** What an admin can do with a review. Hiding it and removing the answer need no question, because the toast can undo them. */
export function ReviewActions({ review, onAnswer }: ReviewActionsProps) {
  const { _id: id, isHidden = false, answer, userId, product } = review
  const [hideReview, { isLoading: isHiding }] = useHideReviewMutation()
  const [removeAnswer, { isLoading: isRemoving }] = useRemoveAnswerMutation()
  const sayChanged = useSayChanged()
  const of = `the review of ${product.name} by ${userId.username}`

  async function handleHide() {
    if (isHiding) return
    const { data, error } = await hideReview({ id, hidden: !isHidden })
    if (data) return sayChanged(isHidden ? 'Review shown again' : 'Review hidden', data)
    console.info('The review was not changed', error)
    toast.alert(`The review was not ${isHidden ? 'shown' : 'hidden'}. ${formErrorOf(error)}`)
  }

  async function handleRemove() {
    if (isRemoving) return
    const { data, error } = await removeAnswer(id)
    if (data) return sayChanged('Answer removed', data)
    console.info('The answer was not removed', error)
    toast.alert(`The answer was not removed. ${formErrorOf(error)}`)
  }

  const action = isHidden ? 'Show again' : 'Hide'
  return (
    <div className="mt-2 -mb-3 -ml-2 flex flex-wrap">
      <button
        type="button"
        className={rowAction}
        aria-label={`${answer ? 'Edit the answer to' : 'Answer'} ${of}`}
        onClick={onAnswer}
      >
        {answer ? 'Edit the answer' : 'Answer'}
      </button>
      {answer && (
        <button
          type="button"
          className={rowAction}
          aria-label={`Remove the answer to ${of}`}
          aria-disabled={isRemoving}
          onClick={handleRemove}
        >
          Remove the answer
        </button>
      )}
      <button
        type="button"
        className={`${rowAction} ${isHidden ? '' : 'text-danger'}`}
        aria-label={`${action}: ${of}`}
        aria-disabled={isHiding}
        onClick={handleHide}
      >
        {action}
      </button>
    </div>
  )
}
