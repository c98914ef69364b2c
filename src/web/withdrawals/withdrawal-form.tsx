import { type WithdrawalErrors, type WithdrawalTexts, withdrawalLimits } from '#domain/withdrawals/withdrawal.ts'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'

interface WithdrawalFormProps {
  /** As typed so far. */
  texts: WithdrawalTexts
  errors: WithdrawalErrors
}

const radio = 'size-5 shrink-0 accent-wine'
const scopes = [
  { value: 'whole', label: 'The whole order' },
  { value: 'pieces', label: 'Only some pieces' },
]

/** The first step. Its form is sent by the browser, so it needs no script. */
export function WithdrawalForm({ texts, errors }: WithdrawalFormProps) {
  const isFaulty = Object.keys(errors).length > 0
  const chosen = texts.scope === 'pieces' ? 'pieces' : 'whole'
  return (
    <>
      <h1 className="text-4xl md:text-5xl">Withdraw from contract</h1>
      <p className="mt-4 text-stone leading-relaxed">
        Tell us here that you withdraw from the contract about an order. You need no account and no reason. On the next
        page you confirm it, and we send you a receipt at once.
      </p>
      <p className="mt-3 text-stone leading-relaxed">
        The right does not cover sealed goods that were unsealed after delivery, if they cannot go back for reasons of
        health or hygiene.
      </p>
      {isFaulty && (
        <p role="alert" className="mt-6 border-danger border-l-2 pl-3 text-danger text-sm">
          Something is missing. Please look at the fields below: what you typed is still there.
        </p>
      )}
      <form method="post" action="/withdraw" noValidate className="mt-8 flex flex-col gap-5">
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={withdrawalLimits.name}
          defaultValue={texts.name}
          error={errors.name}
          aria-required
        />
        <Field
          label="Order number"
          name="contract"
          autoComplete="off"
          hint="It is in our e-mails about the order, such as #1001. Without it, say what else identifies the order."
          maxLength={withdrawalLimits.contract}
          defaultValue={texts.contract}
          error={errors.contract}
          aria-required
        />
        <Field
          label="E-mail for the receipt"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={withdrawalLimits.email}
          defaultValue={texts.email}
          error={errors.email}
          aria-required
        />
        <fieldset className="group">
          <legend className="text-sm">What do you withdraw from?</legend>
          <div className="mt-1 flex flex-wrap gap-x-8">
            {scopes.map(({ value, label }) => (
              <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
                <input type="radio" name="scope" value={value} defaultChecked={value === chosen} className={radio} />
                {label}
              </label>
            ))}
          </div>
          <div className="mt-3 hidden group-has-[[value=pieces]:checked]:block">
            <Field
              as="textarea"
              label="Which pieces"
              name="pieces"
              rows={4}
              dir="auto"
              maxLength={withdrawalLimits.pieces}
              defaultValue={texts.pieces}
              error={errors.pieces}
              aria-required
            />
          </div>
        </fieldset>
        <button type="submit" className={`${button.primary} mt-1`}>
          Continue
        </button>
      </form>
    </>
  )
}
