import { describeFit, type ReviewFit } from '#domain/products/review-fit.ts'

/** What a review says about the fit, in one line; nothing for one that does not say it. */
export function FitLine({ fit }: { fit: ReviewFit }) {
  const line = describeFit(fit)
  return line && <p className="mt-1 text-sm text-stone">{line}</p>
}
