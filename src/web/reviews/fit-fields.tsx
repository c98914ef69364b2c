import { fitAnswers, fitLimits } from '#domain/products/review-fit.ts'
import { findSize, sizes } from '#domain/products/size.ts'
import { choice } from '../ui/form/choice.ts'
import { Field } from '../ui/form/field.tsx'
import { Optional } from '../ui/form/optional.tsx'

const { min, max } = fitLimits.heightCm

/** What a review can say about the fit. @param ofSize the code of a size of the product: others of its run can be chosen, too */
export function FitFields({ ofSize }: { ofSize: string }) {
  const run = findSize(ofSize)?.run
  return (
    <>
      <fieldset>
        <legend className="text-sm">
          <Optional>How does it fit?</Optional>
        </legend>
        <div className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
          {fitAnswers.map(({ fit, name }) => (
            <label key={fit} className={`${choice} border-edge`}>
              <input type="radio" name="fit" value={fit} className="absolute inset-0 cursor-pointer opacity-0" />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-5">
        <Field
          label={<Optional>Your height in cm</Optional>}
          name="heightCm"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder={`${min} to ${max}`}
        />
        <Field as="select" label={<Optional>Your usual size</Optional>} name="usualSize" defaultValue="">
          <option value="">Not given</option>
          {sizes
            .filter(size => size.run === run)
            .map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
        </Field>
      </div>
      <p className="text-stone text-xs">Everybody can read this beside your review, and the size that you bought.</p>
    </>
  )
}
