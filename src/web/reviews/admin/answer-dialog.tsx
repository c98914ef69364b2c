import { answerError, type ManagedReview } from '#domain/products/managed-review.ts'
import { reviewLimits } from '#domain/products/review.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { autofocus } from '../../ui/autofocus.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useAnswerReviewMutation } from './api.ts'
import { useSayChanged } from './use-say-changed.ts'

interface AnswerDialogProps {
  /** The review to answer; the dialog is closed when undefined. */
  review: ManagedReview | undefined
  onClose: () => void
}

/** Writes the shop's answer to a review, or changes it. */
export function AnswerDialog({ review, onClose }: AnswerDialogProps) {
  return (
    <FormDialog
      title={review?.answer ? 'Edit the answer' : 'Answer this review'}
      open={review !== undefined}
      onClose={onClose}
    >
      {review && <AnswerForm review={review} onClose={onClose} />}
    </FormDialog>
  )
}

function AnswerForm({ review, onClose }: AnswerDialogProps & { review: ManagedReview }) {
  const [saveAnswer] = useAnswerReviewMutation()
  const sayChanged = useSayChanged()
  const form = useForm<'answer'>({
    check: ({ answer }) => ({ answer: answerError(answer.trim()) }),
    async send({ answer }) {
      const { data, error } = await saveAnswer({ id: review._id, answer: answer.trim() })
      if (error) {
        console.info('The answer was not saved', error)
        return formErrorOf(error)
      }
      onClose()
      sayChanged('Answer saved', data)
    },
  })
  return (
    <Form
      form={form}
      action="Save"
      progress="Saving…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      <blockquote className="line-clamp-4 border-line border-l-2 pl-4 text-sm text-stone [overflow-wrap:anywhere]">
        {review.comment}
      </blockquote>
      <Field
        as="textarea"
        ref={autofocus}
        label="Your answer"
        name="answer"
        rows={5}
        maxLength={reviewLimits.answer}
        defaultValue={review.answer?.text}
        hint="Everybody reads it below the review, signed with the name of the shop."
        error={form.fieldErrors.answer}
      />
    </Form>
  )
}
