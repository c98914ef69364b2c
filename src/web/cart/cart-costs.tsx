import { type FormEvent, type MouseEvent, useState } from 'react'
import type { ShownMethod } from '#domain/costs/delivery.ts'
import type { Quote } from '#domain/costs/quote.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { type CartLine, totalsOf } from '#domain/orders/cart.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useShop } from '../settings/api.ts'
import { textLink } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { useShippingQuery } from './api.ts'
import type { CartChoice } from './choice.ts'
import type { CartQuote } from './use-cart-quote.ts'

interface CartCostsProps {
  products: CartLine[]
  costs: CartQuote
  choice: CartChoice
  onChoose: (changes: CartChoice) => void
}

const print = (dollars: number) => (dollars === 0 ? 'Free' : formatCents(toCents(dollars)))

/** What the cart costs. Where delivery or tax depend on the country, the shopper chooses it here, because the payment page cannot. */
export function CartCosts({ products, costs, choice, onChoose }: CartCostsProps) {
  const { delivery, hasCodes } = useShop()
  const { isQuoted, quote, isFetching, error } = costs
  const { selectedItems, totalCents } = totalsOf(products)
  return (
    <>
      {delivery.isAsked && <DeliveryChoice quote={quote} choice={choice} onChoose={onChoose} />}
      {(hasCodes || choice.code !== undefined) && (
        <CodeField error={quote?.codeError} choice={choice} onChoose={onChoose} />
      )}
      {error !== undefined && (
        <p role="alert" className="mt-3 flex flex-wrap gap-x-3 text-danger text-sm">
          {formErrorOf(error)}
          <button type="button" className={textLink} onClick={costs.refetch}>
            Try again
          </button>
        </p>
      )}
      <dl
        className={`mt-3 grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums ${isFetching ? 'opacity-60' : ''}`}
        aria-busy={isFetching}
      >
        <dt className="text-stone">Selected Items</dt>
        <dd className="text-right">{selectedItems}</dd>
        {quote && quote.discount > 0 && (
          <>
            <dt className="text-stone">Discount</dt>
            <dd className="text-right">−{formatCents(toCents(quote.discount))}</dd>
          </>
        )}
        <dt className="text-stone">Delivery</dt>
        <dd className="text-right">{isQuoted ? (quote ? print(quote.delivery) : '…') : 'Free'}</dd>
        <dt className="self-baseline font-medium">Total Price</dt>
        <dd className="self-baseline text-right font-medium text-base">
          {quote ? formatCents(toCents(quote.total)) : formatCents(totalCents)}
        </dd>
        {quote?.taxRate != null && (
          <>
            <dt className="text-stone text-xs">
              Includes {quote.taxRate} % {quote.taxLabel}
            </dt>
            <dd className="text-right text-stone text-xs">{formatCents(toCents(quote.tax))}</dd>
          </>
        )}
      </dl>
      {quote?.totalError !== undefined && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {quote.totalError}
        </p>
      )}
      {quote?.missingForFree != null && (
        <p className="mt-2 text-sm text-stone">{formatCents(toCents(quote.missingForFree))} to free delivery.</p>
      )}
    </>
  )
}

interface DeliveryChoiceProps extends Omit<CartCostsProps, 'products' | 'costs'> {
  quote: Quote | undefined
}

function DeliveryChoice({ quote, choice, onChoose }: DeliveryChoiceProps) {
  const { data: shipping } = useShippingQuery()
  const country = choice.country ?? quote?.country ?? shipping?.country ?? ''
  return (
    <div className="mt-3 flex flex-col gap-2">
      {(shipping?.countries.length ?? 0) > 1 && (
        <Field
          as="select"
          label="Deliver to"
          value={country}
          onChange={({ target }) => onChoose({ country: target.value, method: undefined })}
          autoComplete="shipping country"
        >
          {shipping?.countries.every(({ code }) => code !== country) && (
            <option value={country}>Choose a country</option>
          )}
          {shipping?.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Field>
      )}
      {quote && quote.methods.length > 0 && (
        <fieldset>
          <legend className="sr-only">Delivery</legend>
          {quote.methods.map(method => (
            <MethodRow
              key={method.name}
              method={method}
              price={method.name === quote.method ? print(quote.delivery) : priceOf(method, quote)}
              choice={quote.methods.length > 1 ? { isChosen: method.name === quote.method, onChoose } : undefined}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface MethodRowProps {
  method: ShownMethod
  price: string
  /** Undefined: there is no other. */
  choice: { isChosen: boolean; onChoose: CartCostsProps['onChoose'] } | undefined
}

function MethodRow({ method, price, choice }: MethodRowProps) {
  const text = (
    <>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {method.name}
        <span className="block text-stone text-xs">{arrivalOf(method)}</span>
      </span>
      <span className="text-right tabular-nums">{price}</span>
    </>
  )
  const style = 'flex min-h-11 items-center gap-3 text-sm'
  return choice ? (
    <label className={style}>
      <input
        type="radio"
        name="delivery"
        className="size-5 shrink-0 accent-rosewood"
        checked={choice.isChosen}
        onChange={() => choice.onChoose({ method: method.name })}
      />
      {text}
    </label>
  ) : (
    <p className={style}>{text}</p>
  )
}

/** A way of delivery that is free for goods of this value says so; a code for free delivery is the server's to know. */
function priceOf({ price, freeFrom }: ShownMethod, { total, delivery }: Quote): string {
  if (price === 0 || freeFrom === null) return print(price)
  return total - delivery >= freeFrom ? print(0) : `${print(price)}, free from ${formatCents(toCents(freeFrom))}`
}

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

function arrivalOf({ isPickup, earliest, latest }: ShownMethod): string {
  const [first, last] = [day.format(new Date(earliest)), day.format(new Date(latest))]
  const days = first === last ? first : `${first} – ${last}`
  return isPickup ? `Ready ${days}` : `Arrives ${days}`
}

function CodeField({
  error,
  choice,
  onChoose,
}: Omit<CartCostsProps, 'products' | 'costs'> & { error: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')

  function apply(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') onChoose({ code: typed.trim().toUpperCase() })
  }

  /** The pressed button goes, the field stays. */
  function remove({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setTyped('')
    setIsOpen(true)
    onChoose({ code: undefined })
    currentTarget.form?.querySelector('input')?.focus()
  }

  if (choice.code !== undefined && !error)
    return (
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span className="[overflow-wrap:anywhere]">Discount code {choice.code}</span>
        <button type="button" className={`${textLink} min-h-11`} onClick={() => onChoose({ code: undefined })}>
          Remove <span className="sr-only">the discount code</span>
        </button>
      </p>
    )
  if (!isOpen && !error)
    return (
      <button type="button" className={`${textLink} mt-1 min-h-11 text-sm`} onClick={() => setIsOpen(true)}>
        Add a discount code
      </button>
    )
  return (
    <form className="mt-3 flex items-start gap-3" onSubmit={apply}>
      <div className="min-w-0 flex-1">
        <Field
          label="Discount code"
          name="code"
          value={typed || choice.code || ''}
          onChange={({ target }) => {
            setTyped(target.value)
            if (choice.code !== undefined) onChoose({ code: undefined })
            setIsOpen(true)
          }}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          error={error}
          autoFocus={isOpen}
        />
      </div>
      <button type="submit" className={`${textLink} mt-7 min-h-11`}>
        Apply
      </button>
      {choice.code !== undefined && (
        <button type="button" className={`${textLink} mt-7 min-h-11`} onClick={remove}>
          Remove <span className="sr-only">the discount code</span>
        </button>
      )}
    </form>
  )
}
