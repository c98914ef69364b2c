import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { readFit } from '#domain/products/fields/fit-fields.ts'
import { reviewLimits } from '#domain/products/review.ts'
import { type Draft, draftOf } from '../session/draft.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { StarInput } from '../ui/form/star-input.tsx'
import { Link } from '../ui/link.tsx'
import { usePostReviewMutation } from './api.ts'
import { FitFields } from './fit-fields.tsx'

interface ReviewDialogProps {
  open: boolean
  onClose: () => void
  productId: string
  userId: string
  /** A new review replaces this customer's earlier one. */
  hasReviewed: boolean
  /** The code of a size of the product. One without sizes is not asked about its fit. */
  ofSize: string | undefined
}

const mustLogIn = 'You must be logged in to post a review.'

/** Stars, a comment and the fit. What was typed survives closing the dialog and logging in again, until it is posted. */
export function ReviewDialog({ open, onClose, productId, userId, hasReviewed, ofSize }: ReviewDialogProps) {
  const [postReview, { isLoading }] = usePostReviewMutation()
  const [formError, setFormError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const from = useLocation()
  const draft = draftOf(`review ${productId}`, userId)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it opens
  useEffect(() => {
    if (open && form.current) putBack(form.current, draft.read())
  }, [open])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const typed = new FormData(event.currentTarget)
    const rating = Number(typed.get('rating') ?? 0)
    const comment = String(typed.get('comment')).trim()
    setFormError('')
    const fit = fitOf(typed)
    const missing = whatIsMissing(rating, comment) ?? readFit(fit).error
    if (missing) return setFormError(missing)
    const { data, error } = await postReview({ productId, userId, rating, comment, ...fit })
    if (error) {
      const reason = reasonOf(error)
      if (reason === mustLogIn) draft.save(Object.fromEntries(typed) as Draft)
      return setFormError(reason)
    }
    draft.forget()
    form.current?.reset()
    onClose()
    toast.say('Review posted successfully!')
    if (data.isHidden) toast.say('The shop has hidden your review. Only you see it, under Your Given Reviews.')
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy="review-title"
      isForm
      className="m-auto w-[min(32rem,calc(100vw-min(2.5rem,10.5vw)))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5 p-[min(1.5rem,6.2vw)] sm:p-8">
        <h2 id="review-title" className="text-2xl">
          Add A Comment
        </h2>
        {hasReviewed && (
          <p className="text-sm text-stone">You have reviewed this already. A new review takes its place.</p>
        )}
        <StarInput name="rating" legend="Rating" />
        <Field as="textarea" label="Comment" name="comment" rows={4} maxLength={reviewLimits.comment} aria-required />
        {ofSize && <FitFields ofSize={ofSize} />}
        {formError !== '' && (
          <div role="alert" className="text-danger text-sm">
            <p>Error posting review</p>
            <p>{formError}</p>
            {formError === mustLogIn && (
              <Link to="/login" state={{ from }} className={textLink}>
                Log in. What you wrote is kept.
              </Link>
            )}
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className={button.quiet} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={`${button.primary} aria-disabled:opacity-50`} aria-disabled={isLoading}>
            {isLoading ? 'Posting…' : 'Submit'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** What was typed about the fit, without what is empty. */
function fitOf(typed: FormData) {
  const [fit, heightCm, usualSize] = ['fit', 'heightCm', 'usualSize'].map(name => String(typed.get(name) ?? '').trim())
  return {
    ...(fit && { fit: Number(fit) }),
    ...(heightCm && { heightCm: Number(heightCm) }),
    ...(usualSize && { usualSize }),
  }
}

function whatIsMissing(rating: number, comment: string): string | undefined {
  if (rating === 0) return 'Please choose one to five stars.'
  return comment === '' ? 'Please write a few words.' : undefined
}

function reasonOf(error: unknown): string {
  const { status, data } = error as { status?: unknown; data?: { message?: string; code?: string } }
  if (status === 401) return mustLogIn
  const isSaid = (typeof status === 'number' && status < 500) || data?.code === 'no_room'
  return (isSaid && data?.message) || 'Please try again in a moment. What you wrote is kept.'
}

/** Restores a saved draft, unless something else has been typed since. */
function putBack(form: HTMLFormElement, saved: Draft | undefined) {
  const comment = form.elements.namedItem('comment') as HTMLTextAreaElement
  if (!saved || comment.value) return
  for (const [name, text] of Object.entries(saved)) {
    const field = form.elements.namedItem(name) as RadioNodeList | HTMLInputElement | null
    if (field) field.value = text
  }
}
